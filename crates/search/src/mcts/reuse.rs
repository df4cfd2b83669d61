//! The tree of the last decision, kept for the next one.
//!
//! Whenever an iteration comes to a later decision of the searching seat, it is noted what the seat sees there. If the seat
//! then truly comes to see one of these views, its tree begins at that node instead of at nothing. A view is all that a
//! seat knows, so nobody has to say that a new deal has begun: its views are just not among those noted.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::tree::{NodeId, Tree};

/// Nodes by what the searching seat sees there.
#[derive(Default)]
pub struct Views {
    nodes: HashMap<u64, NodeId>,
}

impl Views {
    /// Notes what is seen at a node.
    pub fn note(&mut self, view: &impl Hash, node: NodeId) {
        self.nodes.insert(fingerprint(view), node);
    }

    /// Makes the node of a view the root of the tree; the edges of these keys come first. Otherwise the tree is cleared.
    /// Whether something was known.
    pub fn recall(&mut self, view: &impl Hash, keys: &[u64], tree: &mut Tree) -> bool {
        let Some(&node) = self.nodes.get(&fingerprint(view)) else {
            self.nodes.clear();
            tree.clear();
            return false;
        };
        let (rerooted, places) = tree.rerooted(node, keys);
        *tree = rerooted;
        self.nodes.retain(|_, node| places[*node as usize].map(|place| *node = place).is_some());
        true
    }
}

fn fingerprint(view: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    view.hash(&mut hasher);
    hasher.finish()
}
