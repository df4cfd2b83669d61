//! The tree of a search: nodes with edges in one arena, found by what a move looks like.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use kibitz_game::prefetch;

/// A node's number.
pub type NodeId = u32;
/// An edge's place among those of its node; it never changes.
pub type Slot = u32;

/// Where every search begins.
pub const ROOT: NodeId = 0;

/// What is known of a move at a node.
#[derive(Clone, Copy, Default, Debug)]
pub struct Edge {
    /// The node it leads to.
    pub node: NodeId,
    /// How often it was chosen.
    pub visits: u32,
    /// How often it could have been chosen.
    pub available: u32,
    /// Sum of the mover's rewards.
    pub total: f64,
}

impl Edge {
    /// Mean reward of the mover; 0 before the first visit.
    #[inline(always)]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / self.visits as f64 }
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    first: u32,
    len: u32,
    room: u32,
}

/// Nodes with more edges than this are looked up by hash.
const SCAN: u32 = 48;

/// Mixes a node and a key: both are our own numbers, so speed is all that counts.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b as u64));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Keys that are compared at once.
const LANES: usize = 8;

/// The tree.
pub struct Tree {
    nodes: Vec<Node>,
    /// The keys of the edges, in the same places, and [`LANES`] more so that the last can be read with what follows.
    keys: Vec<u64>,
    /// The edges; those of one node lie side by side, and move together when their node grows.
    edges: Vec<Edge>,
    index: Index,
    limit: usize,
}

type Index = HashMap<(NodeId, u64), Slot, BuildHasherDefault<KeyHasher>>;

/// The edges of one node with what they are found by.
pub struct Fan<'a> {
    node: NodeId,
    /// Those of the edges and what follows, up to whole lanes; none where edges are looked up by hash.
    keys: &'a [u64],
    index: &'a Index,
    /// The edges, in the order they were added.
    pub edges: &'a mut [Edge],
}

impl Fan<'_> {
    /// The edge of a key.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<Slot> {
        find(self.node, self.keys, self.edges.len(), self.index, key)
    }
}

/// The place of a key among the first `len`. To look at several at once is quicker than to stop at the right one: where
/// that is cannot be foretold, and a wrong guess of the processor costs more than the comparisons.
#[inline(always)]
fn find(node: NodeId, keys: &[u64], len: usize, index: &Index, key: u64) -> Option<Slot> {
    if len > SCAN as usize {
        return index.get(&(node, key)).copied();
    }
    let mut first = 0;
    while first < len {
        let lanes = keys[first..first + LANES].try_into().expect("as many as asked for");
        let inside = if len - first < LANES { (1 << (len - first)) - 1 } else { u32::MAX };
        let hits = equal_lanes(lanes, key) & inside;
        if hits != 0 {
            return Some(first as Slot + hits.trailing_zeros());
        }
        first += LANES;
    }
    None
}

/// Which of the lanes are the key, as bits.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
fn equal_lanes(lanes: &[u64; LANES], key: u64) -> u32 {
    use core::arch::x86_64::*;
    // SAFETY: the processor has these instructions, and both loads lie inside the array.
    unsafe {
        let key = _mm256_set1_epi64x(key as i64);
        let half = |first: usize| {
            let lanes = _mm256_loadu_si256(lanes.as_ptr().add(first).cast());
            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(lanes, key))) as u32
        };
        half(0) | half(4) << 4
    }
}

/// Which of the lanes are the key, as bits.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
fn equal_lanes(lanes: &[u64; LANES], key: u64) -> u32 {
    lanes.iter().enumerate().fold(0, |hits, (lane, &own)| hits | ((own == key) as u32) << lane)
}

/// So many keys, rounded up to whole lanes; of a node that is looked up by hash none are read.
#[inline(always)]
fn lanes_of(len: u32) -> usize {
    if len > SCAN { 0 } else { (len as usize).next_multiple_of(LANES) }
}

impl Tree {
    /// A tree that grows to at most so many nodes.
    pub fn new(limit: usize) -> Tree {
        let mut tree =
            Tree { nodes: Vec::new(), keys: Vec::new(), edges: Vec::new(), index: HashMap::default(), limit };
        tree.clear();
        tree
    }

    /// Back to a root without edges; memory is kept.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.keys.clear();
        self.keys.resize(LANES, 0);
        self.edges.clear();
        self.index.clear();
        self.nodes.push(Node::default());
    }

    /// Whether it has reached its limit and does not grow any more.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= self.limit
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The edges of a node, in the order they were added.
    #[inline(always)]
    pub fn edges_of(&self, node: NodeId) -> &[Edge] {
        let n = self.nodes[node as usize];
        &self.edges[n.first as usize..(n.first + n.len) as usize]
    }

    /// The edges of a node, to change them.
    #[inline(always)]
    pub fn edges_of_mut(&mut self, node: NodeId) -> &mut [Edge] {
        let n = self.nodes[node as usize];
        &mut self.edges[n.first as usize..(n.first + n.len) as usize]
    }

    /// The edges of a node, to look up many of them.
    #[inline(always)]
    pub fn fan(&mut self, node: NodeId) -> Fan<'_> {
        let n = self.nodes[node as usize];
        let first = n.first as usize;
        let edges = &mut self.edges[first..first + n.len as usize];
        Fan { node, keys: &self.keys[first..first + lanes_of(n.len)], index: &self.index, edges }
    }

    /// The node behind an edge, which is fetched into the cache.
    #[inline(always)]
    pub fn behind(&self, node: NodeId, slot: Slot) -> NodeId {
        let next = self.edges_of(node)[slot as usize].node;
        prefetch(self.nodes.as_ptr().wrapping_add(next as usize).cast());
        next
    }

    /// Fetches a node's edges into the cache while something else is done: most of a late iteration is waiting for them.
    #[inline(always)]
    pub fn expect(&self, node: NodeId) {
        let first = self.nodes[node as usize].first as usize;
        prefetch(self.keys.as_ptr().wrapping_add(first).cast());
        prefetch(self.edges.as_ptr().wrapping_add(first).cast());
    }

    /// The edge of a key.
    #[inline(always)]
    pub fn find(&self, node: NodeId, key: u64) -> Option<Slot> {
        let n = self.nodes[node as usize];
        let first = n.first as usize;
        find(node, &self.keys[first..first + lanes_of(n.len)], n.len as usize, &self.index, key)
    }

    /// The edge of a key, added with a node of its own when it is new; `None` when there is no room for it.
    #[inline]
    pub fn find_or_add(&mut self, node: NodeId, key: u64) -> Option<Slot> {
        self.find(node, key).or_else(|| if self.is_full() { None } else { Some(self.add(node, key)) })
    }

    /// Adds an edge with a node of its own, whether there is room or not.
    pub fn add(&mut self, node: NodeId, key: u64) -> Slot {
        self.add_with(node, key, 2)
    }

    /// As [`Tree::find_or_add`] at a node that will hardly be seen again: it has no room for a second edge at first.
    #[inline]
    pub fn find_or_add_lone(&mut self, node: NodeId, key: u64) -> Option<Slot> {
        self.find(node, key).or_else(|| if self.is_full() { None } else { Some(self.add_with(node, key, 1)) })
    }

    #[inline]
    fn add_with(&mut self, node: NodeId, key: u64, first_room: u32) -> Slot {
        let mut n = self.nodes[node as usize];
        if n.len == n.room {
            let room = if n.room == 0 { first_room } else { n.room * 2 };
            let first = self.edges.len();
            self.keys.resize(first + room as usize + LANES, 0);
            self.edges.resize(first + room as usize, Edge::default());
            if n.len > 0 {
                let old = n.first as usize..(n.first + n.len) as usize;
                self.keys.copy_within(old.clone(), first);
                self.edges.copy_within(old, first);
            }
            (n.first, n.room) = (first as u32, room);
        }
        let slot = n.len;
        let place = (n.first + slot) as usize;
        n.len += 1;
        self.nodes[node as usize] = n;
        self.keys[place] = key;
        self.edges[place] = Edge { node: self.nodes.len() as u32, ..Edge::default() };
        self.nodes.push(Node::default());
        if n.len == SCAN + 1 {
            for i in 0..n.len {
                self.index.insert((node, self.keys[(n.first + i) as usize]), i);
            }
        } else if n.len > SCAN {
            self.index.insert((node, key), slot);
        }
        slot
    }

    /// The node behind a step, if the tree has it.
    pub fn next(&self, node: NodeId, key: u64) -> Option<NodeId> {
        self.find(node, key).map(|slot| self.edges_of(node)[slot as usize].node)
    }

    /// The node behind a step that nobody chose: an event of chance, a joint choice. `None` when there is no room.
    pub fn step(&mut self, node: NodeId, key: u64) -> Option<NodeId> {
        let slot = self.find_or_add(node, key)?;
        Some(self.edges_of(node)[slot as usize].node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_found_before_and_after_the_node_grows_large() {
        let mut tree = Tree::new(1 << 20);
        let other = tree.step(ROOT, 7_000).unwrap();
        for key in 0..200u64 {
            let slot = tree.add(other, key * 3);
            tree.edges_of_mut(other)[slot as usize].visits = key as u32;
            for known in 0..=key {
                let found = tree.find(other, known * 3).expect("it was added");
                assert_eq!(tree.edges_of(other)[found as usize].visits, known as u32);
            }
            assert_eq!(tree.find(other, key * 3 + 1), None);
        }
        assert_eq!(tree.edges_of(other).len(), 200);
        assert_eq!(tree.len(), 202);
    }

    #[test]
    fn what_lies_beside_the_edges_of_a_node_is_not_found() {
        // Its keys are read with what follows: empty places, keys of other nodes, keys that have moved on.
        let mut tree = Tree::new(100);
        let first = tree.step(ROOT, 5).unwrap();
        assert_eq!(tree.find(ROOT, 0), None);
        let second = tree.step(first, 6).unwrap();
        (10..13).for_each(|key| _ = tree.add(first, key));
        tree.add(second, 7);
        for (node, own) in [(ROOT, &[5][..]), (first, &[6, 10, 11, 12]), (second, &[7])] {
            let found: Vec<u64> = (0..20).filter(|&key| tree.find(node, key).is_some()).collect();
            assert_eq!(found, own);
            assert!((0..20).all(|key| tree.find(node, key) == tree.fan(node).find(key)));
        }
    }

    #[test]
    fn a_full_tree_knows_what_it_knows_and_takes_nothing_new() {
        let mut tree = Tree::new(3);
        let child = tree.step(ROOT, 1).unwrap();
        assert_eq!(tree.step(child, 2), Some(2));
        assert!(tree.is_full());
        assert_eq!(tree.step(ROOT, 1), Some(child));
        assert_eq!(tree.step(ROOT, 9), None);
        assert_eq!(tree.find_or_add(child, 9), None);
        assert_eq!(tree.len(), 3);
    }
}
