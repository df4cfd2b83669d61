// What is said at a Schnapsen table.
type Named = Record<string, string>;

const en = {
  tagline: "Two and twenty cards: be the first to have 66, and say so.",
  moves: {
    exchange: "exchanges the trump jack",
    close: "closes the talon",
    claim: "claims 66",
    decline: "goes on",
  } as Named,
  buttons: { exchange: "Exchange the jack", close: "Close the talon", claim: "Claim 66", decline: "Go on" } as Named,
  marriage: "marriage in {suit}:",
  marriageButton: "Marriage in {suit}",
  trump: "Trump",
  points: "{p} points",
  pending: "+{p} pending",
  talon: "talon",
  closed: "closed",
  left: "{n} cards",
  askLead: "You lead.",
  askFollow: "Play a card.",
  askClaim: "You have 66. Claim?",
  ended: "Talon used up: follow suit and win if you can.",
  cardPoints: "Points",
  tricks: "Tricks",
  gamePoints: "Game points",
  closedBy: "Closed by {name}",
};

const de: typeof en = {
  tagline: "Zwei und zwanzig Karten: als Erster 66 haben – und es sagen.",
  moves: { exchange: "tauscht den Atout-Buben", close: "deckt zu", claim: "meldet 66", decline: "spielt weiter" },
  buttons: { exchange: "Buben tauschen", close: "Zudrehen", claim: "66 ansagen", decline: "Weiter" },
  marriage: "Paar in {suit}:",
  marriageButton: "Paar in {suit} ansagen",
  trump: "Atout",
  points: "{p} Augen",
  pending: "+{p} offen",
  talon: "Talon",
  closed: "zugedreht",
  left: "{n} Karten",
  askLead: "Du spielst aus.",
  askFollow: "Spiel eine Karte.",
  askClaim: "Du hast 66. Ansagen?",
  ended: "Talon aufgebraucht: Farbe bedienen und stechen, wenn möglich.",
  cardPoints: "Augen",
  tricks: "Stiche",
  gamePoints: "Spielpunkte",
  closedBy: "Zugedreht von {name}",
};

export const WORDS = { en, de };
