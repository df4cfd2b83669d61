//! What must hold where a game goes from world to world, and back to its deal.

use std::collections::HashMap;

use crate::{Game, Rng, Seat};

/// What came of going back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walks {
    /// Worlds of decisions from which it was tried.
    pub tried: u32,
    /// From which there was a way.
    pub back: u32,
    /// From where the moves that were seen led to what the viewer knows.
    pub alike: u32,
}

/// Random deals: steps and what is carried on from an earlier view are worlds of the view, and the worlds of decisions
/// are led back to their deal and played again.
pub fn walks<G: Game>(game: &G, deals: u64, seed: u64) -> Walks {
    let mut found = Walks::default();
    let mut rng = Rng::new(seed);
    for number in 0..deals {
        let mut state = game.deal(&G::Standing::default(), &mut Rng::stream(seed, number));
        let (me, mut log) = (Seat((number % game.seats() as u64) as u8), Vec::new());
        let mut world = game.sample(&game.view(&state, me), &mut rng);
        while !game.to_act(&state).is_empty() {
            let view = game.view(&state, me);
            world = game.carry_on(&view, &world, &mut rng);
            for _ in 0..2 {
                assert_eq!(game.view(&world, me), view, "not a world of the view");
                game.audit(&world).unwrap_or_else(|error| panic!("{error}\n{world:?}"));
                world = game.step(&view, &world, &mut rng);
            }
            if game.to_act(&state).has(me) {
                let seen = game.history(&state, &log, me);
                for world in [&state, &world] {
                    found.tried += 1;
                    let Some((mut then, made)) = game.beginning(world, &seen, &mut rng) else { continue };
                    found.back += 1;
                    seen[made..].iter().for_each(|&(seat, mv)| game.play_unchecked(&mut then, seat, mv));
                    found.alike += (game.view(&then, me) == view) as u32;
                }
            }
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            log.push((seat, mv));
            game.play_unchecked(&mut state, seat, mv);
        }
    }
    found
}

/// A long walk is in every world of a view as often as the enumeration says.
pub fn walk_is_uniform<G: Game>(game: &G, view: &G::View, rng: &mut Rng) {
    const VISITS: u32 = 400;
    let worlds = game.enumerate(view, 200).expect("a view with few worlds");
    let mut counts: HashMap<G::State, (u32, u32)> = HashMap::new();
    worlds.iter().for_each(|world| counts.entry(world.clone()).or_default().0 += 1);
    let mut world = worlds[0].clone();
    for _ in 0..VISITS * worlds.len() as u32 {
        (0..8).for_each(|_| world = game.step(view, &world, rng));
        counts.get_mut(&world).unwrap_or_else(|| panic!("not in the enumeration: {world:?}")).1 += 1;
    }
    for (times, visits) in counts.values() {
        assert!((VISITS * times * 3 / 4..VISITS * times * 5 / 4).contains(visits), "{counts:?}");
    }
}
