// What is said at a Tichu table.
type Named = Record<string, string>;

const digits: Named = { "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9", T: "10" };

const en = {
  tagline: "Four in two teams: be rid of your cards, and dare to announce it.",
  suits: { j: "jade", s: "sword", p: "pagoda", r: "star" } as Named,
  ranks: { ...digits, J: "jack", Q: "queen", K: "king", A: "ace" } as Named,
  specials: { Ma: "Mah Jong", Do: "Dog", Ph: "Phoenix", Dr: "Dragon" } as Named,
  card: (rank: string, suit: string) => `${rank} of ${suit}`,
  calls: { tichu: "Tichu", grand: "Grand Tichu" } as Named,
  moves: { pass: "passes", decline: "no bomb", "no-grand": "no Grand Tichu" } as Named,
  buttons: { pass: "Pass", decline: "No bomb", "no-grand": "No" } as Named, play: "Play", playAs: "Play, Phoenix as {rank}",
  out: ["first out", "second out", "third out"],
  reading: "(Phoenix as {rank})",
  noWish: "wishes nothing", wishes: "wishes {rank}", wish: "Wish", nothing: "nothing",
  dragonTo: "Dragon's trick to {name}", gives: "gives", gaveTo: "to {name}", gotFrom: "from {name}", got: "You got", gave: "You gave",
  points: "pts", cardPoints: "Cards", double: "Double victory", trick: "{n} points in the trick",
  askGive: "Schupfen: pick a card for each of the others, from left to right.", askGrand: "Your first eight cards. Grand Tichu?",
  askWish: "What do you wish for?", askDragon: "Who gets the Dragon's trick?", askBomb: "Do you want to bomb?", askFollow: "Beat it or pass.", askLead: "You lead.",
};

const de: typeof en = {
  tagline: "Vier in zwei Teams: die Karten loswerden – und sich trauen, es anzusagen.",
  suits: { j: "Jade", s: "Schwert", p: "Pagode", r: "Stern" },
  ranks: { ...digits, J: "Bube", Q: "Dame", K: "König", A: "Ass" },
  specials: { Ma: "Mah Jong", Do: "Hund", Ph: "Phönix", Dr: "Drache" },
  card: (rank, suit) => `${suit}-${rank}`,
  calls: { tichu: "Tichu", grand: "Großes Tichu" },
  moves: { pass: "passt", decline: "keine Bombe", "no-grand": "kein großes Tichu" },
  buttons: { pass: "Passen", decline: "Keine Bombe", "no-grand": "Nein" }, play: "Spielen", playAs: "Spielen, Phönix als {rank}",
  out: ["als Erster aus", "als Zweiter aus", "als Dritter aus"],
  reading: "(Phönix als {rank})",
  noWish: "wünscht nichts", wishes: "wünscht {rank}", wish: "Wunsch", nothing: "nichts",
  dragonTo: "Drachenstich an {name}", gives: "gibt", gaveTo: "an {name}", gotFrom: "von {name}", got: "Du bekamst", gave: "Du gabst",
  points: "P.", cardPoints: "Karten", double: "Doppelsieg", trick: "{n} Punkte im Stich",
  askGive: "Schupfen: nimm für jeden anderen eine Karte, von links nach rechts.", askGrand: "Deine ersten acht Karten. Großes Tichu?",
  askWish: "Was wünschst du dir?", askDragon: "Wer bekommt den Drachenstich?", askBomb: "Willst du bomben?", askFollow: "Überbieten oder passen.", askLead: "Du spielst aus.",
};

export const WORDS = { en, de };
