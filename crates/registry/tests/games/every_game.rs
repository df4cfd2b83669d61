//! What must hold for every game of the registry and every agent that plays it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::{Clock, Outcome, Seat, SeatSet, Spec};
use kibitz_registry::{
    AnyGame, AnyTable, AnyView, Contest, Entry, GAMES, Group, List, MOST_DEALS, Player, Stretch, What, agents,
    canonical, deal_seed, entry,
};
use serde_json::Map;

/// Every game under every preset.
fn every_game() -> impl Iterator<Item = (&'static Entry, Arc<dyn AnyGame>)> {
    GAMES.iter().flat_map(|entry| {
        entry.presets.iter().map(move |preset| (entry, entry.make(Some(preset.0), &Map::new()).unwrap()))
    })
}

fn spec(text: &str) -> Spec {
    Spec::parse(text).unwrap()
}

fn player(text: &str, seed: u64) -> Player {
    Player::new(&spec(text), seed.into()).unwrap()
}

/// Plays to the end of the deal.
fn finish(mut table: Arc<dyn AnyTable>, player: &mut Player) -> Arc<dyn AnyTable> {
    while !table.to_act().is_empty() {
        let seat = table.to_act().first();
        let mv = player.act(&*table.view(seat).unwrap(), Clock::NONE).unwrap();
        table = table.play(seat, mv).unwrap_or_else(|e| panic!("{} played an illegal move: {e}", player.spec()));
    }
    table
}

fn contest(game: &dyn AnyGame, sides: [&str; 2], stretch: Stretch) -> Contest {
    Contest { agents: sides.map(spec).into(), seatings: game.seatings(), seed: 3, stretch }
}

/// The groups without their times, which differ from run to run.
fn results(game: &dyn AnyGame, sides: [&str; 2], numbers: std::ops::Range<u64>) -> Vec<Group> {
    let contest = contest(game, sides, Stretch::Deal);
    let mut groups = game.play_groups(&contest, numbers, &AtomicBool::new(false)).unwrap();
    groups.iter_mut().for_each(|group| group.seconds.clear());
    groups
}

/// An example of every agent of the game that does not think by the clock.
fn repeatable(entry: &Entry) -> impl Iterator<Item = &'static str> {
    let own = agents().into_iter().filter(|(game, _)| game.is_empty() || *game == entry.name);
    own.map(|(_, help)| help.example).filter(|example| !example.is_empty())
}

#[test]
fn every_agent_plays_legal_moves_to_the_end_and_the_same_ones_again() {
    for (entry, game) in every_game() {
        for name in repeatable(entry) {
            for seed in 0..2 {
                let once = finish(game.deal(seed), &mut player(name, 8));
                let again = finish(game.deal(seed), &mut player(name, 8));
                assert_eq!(once.log(), again.log(), "{name} plays otherwise with the same seed");
                assert!(once.same(&*again) && once.fingerprint() == again.fingerprint());
                assert_eq!(once.returns().unwrap().len(), game.seats());
            }
        }
    }
}

#[test]
fn what_an_agent_does_depends_on_nothing_but_its_view() {
    for (entry, game) in every_game() {
        for name in repeatable(entry) {
            let mut table = game.deal(5);
            for ply in 0..12 {
                let Some(seat) = table.to_act().iter().next() else { break };
                let view = table.view(seat).unwrap();
                // Another deal that looks the same to the seat.
                let world = view.sample(ply);
                let mv = player(name, 6).act(&*view, Clock::NONE).unwrap();
                assert_eq!(
                    mv,
                    player(name, 6).act(&*world.view(seat).unwrap(), Clock::NONE).unwrap(),
                    "{name} knows too much"
                );
                table = table.play(seat, mv).unwrap();
            }
        }
    }
}

/// Searches of all kinds.
const SEARCHES: &[&str] = &[
    "ismcts(40)",
    "mc(40)",
    "pimc(3, 20)",
    "ismcts(40, draw=pool(5), tree=trick, threads=root(2))",
    "ismcts(40, observers=each)",
    "ismcts(40, observers=each, threads=tree(2))",
    "ismcts(40, threads=leaf(2))",
];

/// Some move where there are thousands: to list them all takes each search seconds, and one search shows it.
fn passed_over(view: &dyn AnyView, search: &str) -> Option<u64> {
    let legal = view.legal(List::Actions);
    (legal.len() > 200 && search != SEARCHES[0]).then(|| legal[0])
}

#[test]
fn what_a_search_finds_depends_on_nothing_but_the_view_and_the_seed() {
    for (_, game) in every_game() {
        for text in SEARCHES {
            let mut table = game.deal(7);
            for ply in 0..12 {
                let Some(seat) = table.to_act().iter().next() else { break };
                let view = table.view(seat).unwrap();
                if let Some(mv) = passed_over(&*view, text) {
                    table = table.play(seat, mv).unwrap();
                    continue;
                }
                let world = view.sample(ply).view(seat).unwrap();
                let analyse = |view: &dyn AnyView| player(text, 6).analyse(view, Clock::NONE).unwrap();
                let found = analyse(&*view);
                assert_eq!(found, analyse(&*world), "{text} knows too much, or its threads do");
                table = table.play(seat, found.moves[found.best].mv).unwrap();
            }
        }
    }
}

#[test]
fn a_search_analyses_what_it_plays() {
    for (_, game) in every_game() {
        for text in SEARCHES {
            let mut table = game.deal(2);
            for ply in 0..30 {
                let Some(seat) = table.to_act().iter().next() else { break };
                let view = table.view(seat).unwrap();
                if let Some(mv) = passed_over(&*view, text) {
                    table = table.play(seat, mv).unwrap();
                    continue;
                }
                let mv = player(text, 4).act(&*view, Clock::NONE).unwrap();
                let found = player(text, 4).analyse(&*view, Clock::NONE).unwrap();
                assert_eq!(found.moves[found.best].mv, mv, "{text} plays otherwise than it analyses");
                assert_eq!(found.moves.iter().map(|info| info.mv).collect::<Vec<_>>(), view.legal(List::Actions));
                assert!(found.belief.worlds > 0);
                assert!(ply > 0 || !found.belief.cards.is_empty(), "at first something is hidden");
                assert!(found.moves.iter().all(|info| info.line[0] == (seat, info.mv)));
                table = table.play(seat, mv).unwrap();
            }
        }
    }
}

#[test]
fn an_analysis_that_is_stopped_says_what_it_knows() {
    let table = GAMES[0].make(None, &Map::new()).unwrap().deal(1);
    let view = table.view(table.to_act().first()).unwrap();
    let found = player("ismcts(4000000000)", 1).analyse(&*view, Clock::stopped_by(&AtomicBool::new(true))).unwrap();
    assert_eq!((found.iterations, found.belief.worlds), (0, 0));
    assert!(found.moves.iter().all(|info| info.visits == 0 && info.error.is_infinite()));
    assert!(player("random", 1).analyse(&*view, Clock::NONE).is_err());
}

#[test]
fn a_player_changes_games_without_being_told() {
    let games: Vec<_> = every_game().map(|(_, game)| game).collect();
    let mut player = player("random", 1);
    for seed in 0..3 {
        for game in &games {
            finish(game.deal(seed), &mut player);
        }
    }
}

#[test]
fn results_depend_neither_on_portions_nor_on_threads() {
    for (_, game) in every_game() {
        let sides = ["random", "balanced"];
        let whole = results(&*game, sides, 5..45);
        assert_eq!(whole.len(), 40);
        let portions = std::thread::scope(|scope| {
            let portions = [5..12, 12..45].map(|numbers| scope.spawn(|| results(&*game, sides, numbers)));
            portions.map(|portion| portion.join().unwrap()).concat()
        });
        assert_eq!(whole, portions);
    }
}

#[test]
fn a_series_deals_the_cards_its_seeds_name() {
    for (_, game) in every_game() {
        assert!(game.deal(deal_seed(3, 0).into()).same(&*game.deal(deal_seed(3, 0).into())));
        assert!(!game.deal(deal_seed(3, 0).into()).same(&*game.deal(deal_seed(3, 1).into())));
    }
}

#[test]
fn a_stopped_series_has_no_result() {
    let game = GAMES[0].make(None, &Map::new()).unwrap();
    let stop = AtomicBool::new(true);
    let contest = contest(&*game, ["random", "random"], Stretch::Deal);
    assert_eq!(game.play_groups(&contest, 0..u64::MAX, &stop), Ok(Vec::new()));
    assert_eq!(game.rates(What::Deals, 3, 0.001, &stop), Ok(None));
    assert_eq!(game.deal(1).perft(3, &stop), None);
}

#[test]
fn worlds_look_like_the_view_they_are_drawn_from() {
    for (_, game) in every_game() {
        let mut table = game.deal(4);
        let mut player = player("random", 2);
        while !table.to_act().is_empty() {
            let seat = table.to_act().first();
            let view = table.view(seat).unwrap();
            let world = view.sample(9);
            let seen = world.view(seat).unwrap();
            assert!(seen.same(&*view) && seen.fingerprint() == view.fingerprint());
            for list in [List::Actions, List::Cards] {
                assert_eq!(view.legal(list), table.legal(seat, list).unwrap());
            }
            table = table.play(seat, player.act(&*view, Clock::NONE).unwrap()).unwrap();
        }
    }
}

#[test]
fn random_is_uniform_over_the_legal_moves() {
    for (_, game) in every_game() {
        let mut player = player("random", 5);
        let mut table = game.deal(6);
        let view = loop {
            let seat = table.to_act().first();
            let view = table.view(seat).unwrap();
            if (3..60).contains(&view.legal(List::Actions).len()) {
                break view;
            }
            table = table.play(seat, player.act(&*view, Clock::NONE).unwrap()).unwrap();
        };
        let mut counts: BTreeMap<u64, u32> = view.legal(List::Actions).into_iter().map(|mv| (mv, 0)).collect();
        let draws = 400 * counts.len();
        for _ in 0..draws {
            *counts.get_mut(&player.act(&*view, Clock::NONE).unwrap()).expect("a legal move") += 1;
        }
        // Each count is binomial with mean 400 and deviation 20; seven deviations never happen.
        assert!(counts.values().all(|&n| (260..540).contains(&n)), "{counts:?}");
    }
}

#[test]
fn a_match_goes_from_deal_to_deal_until_it_is_over() {
    for (_, game) in every_game() {
        let mut player = player("random", 7);
        let mut last = finish(game.deal(0), &mut player);
        for seed in 1..200 {
            match game.deal_after(&*last, seed) {
                Ok(next) => {
                    assert!(game.deal_after(&*next, seed).is_err(), "the deal before is not over");
                    last = finish(next, &mut player);
                }
                Err(refused) => {
                    assert_ne!(last.outcome(), Outcome::Open, "{refused}");
                    break;
                }
            }
        }
    }
}

#[test]
fn a_group_is_a_whole_match_in_every_seating() {
    for entry in GAMES {
        let rules = entry.make(None, &Map::new()).unwrap();
        let game = entry.make(None, &rules.match_options(None)).unwrap();
        let contest = contest(&*game, ["rules", "rules"], Stretch::Match);
        let groups = game.play_groups(&contest, 0..2, &AtomicBool::new(false)).unwrap();
        for group in &groups {
            assert_eq!(group.tables.len(), contest.seatings.len());
            assert!(group.decisions.iter().all(|&n| n > 0) && group.seconds.iter().all(|&s| s >= 0.0));
            assert!(group.tables.iter().all(|table| table.deals > 0 && !table.winners.is_empty()));
        }
        let longest = groups.iter().flat_map(|group| &group.tables).map(|table| table.deals).max();
        assert!(longest > Some(1), "{}: no match took more than a deal", entry.name);
    }
}

#[test]
fn a_match_that_nobody_can_win_is_a_draw_in_the_end() {
    // Players who call Grand Tichu at random lose more points than they can make.
    let game = entry("tichu").unwrap().make(Some("official"), &Map::new()).unwrap();
    let contest = Contest { seatings: vec![vec![0, 1, 0, 1]], ..contest(&*game, ["random", "random"], Stretch::Match) };
    let table = &game.play_groups(&contest, 0..1, &AtomicBool::new(false)).unwrap()[0].tables[0];
    assert_eq!((table.deals, table.winners), (MOST_DEALS, SeatSet::all(4)));
}

#[test]
fn a_deal_of_a_group_can_be_seen_again() {
    for (_, game) in every_game() {
        let contest = contest(&*game, ["random", "balanced"], Stretch::Deal);
        let stop = AtomicBool::new(false);
        let group = &game.play_groups(&contest, 5..6, &stop).unwrap()[0];
        for (seating, played) in group.tables.iter().enumerate() {
            let table = game.first_deal(&contest, 5, seating, &stop).unwrap().unwrap();
            let returns: Vec<i64> = table.returns().unwrap().into_iter().map(i64::from).collect();
            assert_eq!(returns, played.returns);
        }
        assert!(game.first_deal(&contest, 5, contest.seatings.len(), &stop).is_err());
    }
}

#[test]
fn all_players_meet_every_seat_equally_often() {
    for (_, game) in every_game() {
        let seats = game.seats();
        let players: Vec<u8> = (0..seats as u8).map(|seat| seat.min(2)).collect();
        let seatings = game.seatings_of(&players).unwrap();
        for player in 0..seats.min(3) as u8 {
            let at = |seat: usize| seatings.iter().filter(|seating| seating[seat] == player).count();
            assert!((0..seats).all(|seat| at(seat) == at(0)), "{seatings:?}");
        }
        let mut unique = seatings.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), seatings.len());
        assert!(game.seatings_of(&players[1..]).is_err());
    }
    let doppelkopf = entry("doppelkopf").unwrap().make(None, &Map::new()).unwrap();
    assert_eq!(doppelkopf.seatings_of(&[0, 1, 2, 2]).unwrap().len(), 12);
}

#[test]
fn everything_can_be_measured() {
    let stop = AtomicBool::new(false);
    for (_, game) in every_game() {
        for name in ["deals", "worlds", "playout-sampled", "playout-listed"] {
            let rates = game.rates(What::parse(name).unwrap(), 3, 0.001, &stop).unwrap().unwrap();
            assert!(rates.len() == 3 && rates.iter().all(|rate| rate.is_finite() && *rate > 0.0), "{name}: {rates:?}");
        }
    }
    assert!(What::parse("playouts").is_err());
}

#[test]
fn batched_playouts_are_measured_where_they_exist() {
    let stop = AtomicBool::new(false);
    for (entry, game) in every_game() {
        match game.rates(What::PlayoutBatched, 2, 0.001, &stop) {
            Ok(rates) => assert!(rates.unwrap().iter().all(|rate| *rate > 0.0)),
            Err(refused) => assert!(refused.message().contains(entry.title), "{refused}"),
        }
    }
}

#[test]
fn perft_that_can_be_stopped_counts_the_same() {
    let stop = AtomicBool::new(false);
    for (_, game) in every_game() {
        let mut table = game.deal(1);
        let mut player = player("random", 3);
        // Late in the deal, where there are few moves.
        while table.to_act().len() == 1 && table.log().len() < 40 {
            let seat = table.to_act().first();
            table = table.play(seat, player.act(&*table.view(seat).unwrap(), Clock::NONE).unwrap()).unwrap();
        }
        let Some(seat) = table.to_act().iter().next() else { continue };
        let below: Option<u64> = table
            .legal(seat, List::Actions)
            .unwrap()
            .into_iter()
            .map(|mv| table.play(seat, mv).unwrap().perft(2, &stop))
            .sum();
        assert_eq!(table.perft(3, &stop), below);
    }
}

#[test]
fn wrong_requests_are_sentences() {
    let game = GAMES[0].make(None, &Map::new()).unwrap();
    let table = game.deal(1);
    let nobody = Seat(game.seats() as u8);
    let refusals = [
        entry("nothing").err().unwrap(),
        canonical(&spec("nobody")).unwrap_err(),
        game.profile(&spec("nobody")).unwrap_err(),
        table.legal(nobody, List::Actions).unwrap_err(),
        table.view(nobody).err().unwrap(),
        table.view(Seat::CHANCE).err().unwrap(),
        table.parse_move(nobody, "pass").unwrap_err(),
        table.returns().unwrap_err(),
        game.deal_after(&*table, 1).err().unwrap(),
    ];
    for refusal in refusals {
        assert!(refusal.message().ends_with(['.', '?']), "{refusal}");
    }
}
