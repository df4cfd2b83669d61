// What is said at a Doppelkopf table.
type Named = Record<string, string>;

const en = {
  tagline: "Four with secret parties: find out who is with you while you play.",
  moves: {
    gesund: "healthy", vorbehalt: "reservation", hochzeit: "marriage", re: "Re", kontra: "Kontra", no90: "no 90", no60: "no 60", no30: "no 30",
    schwarz: "schwarz", "solo:clubs": "♣ solo", "solo:spades": "♠ solo", "solo:hearts": "♥ solo", "solo:diamonds": "♦ solo",
    "solo:queens": "queen solo", "solo:jacks": "jack solo", "solo:aces": "aces solo",
  } as Named,
  buttons: { gesund: "Healthy (gesund)", vorbehalt: "Reservation (Vorbehalt)" } as Named,
  games: { normal: "Normal game", marriage: "Marriage", hochzeit: "Marriage" } as Named,
  compulsory: "compulsory",
  re: "Re", kontra: "Kontra", tricks: "{t} tricks, {p}", trick: "1 trick, {p}",
  askReservation: "Healthy, or a reservation?", askName: "Which reservation?", askLead: "You lead.", askFollow: "Play a card.",
  lines: {} as Named,
  levels: { call: "called", no90: "no 90", no60: "no 60", no30: "no 30", schwarz: "schwarz" } as Named,
};

const de: typeof en = {
  tagline: "Vier mit geheimen Parteien: beim Spielen findet man heraus, wer dazugehört.",
  moves: {
    gesund: "gesund", vorbehalt: "Vorbehalt", hochzeit: "Hochzeit", re: "Re", kontra: "Kontra", no90: "keine 90", no60: "keine 60", no30: "keine 30",
    schwarz: "schwarz", "solo:clubs": "♣-Solo", "solo:spades": "♠-Solo", "solo:hearts": "♥-Solo", "solo:diamonds": "♦-Solo",
    "solo:queens": "Damensolo", "solo:jacks": "Bubensolo", "solo:aces": "Fleischloser",
  },
  buttons: { gesund: "Gesund", vorbehalt: "Vorbehalt" },
  games: { normal: "Normalspiel", marriage: "Hochzeit", hochzeit: "Hochzeit" },
  compulsory: "Pflicht",
  re: "Re", kontra: "Kontra", tricks: "{t} Stiche, {p}", trick: "1 Stich, {p}",
  askReservation: "Gesund oder Vorbehalt?", askName: "Welcher Vorbehalt?", askLead: "Du spielst aus.", askFollow: "Spiel eine Karte.",
  lines: {
    won: "gewonnen", "below 90": "keine 90", "below 60": "keine 60", "below 30": "keine 30", "without a trick": "schwarz", "Re called": "Re angesagt",
    "Kontra called": "Kontra angesagt", "against the elders": "gegen die Alten", fox: "Fuchs", Doppelkopf: "Doppelkopf", doppelkopf: "Doppelkopf", charlie: "Karlchen", Charlie: "Karlchen",
  },
  levels: { call: "angesagt", no90: "keine 90", no60: "keine 60", no30: "keine 30", schwarz: "schwarz" },
};

export const WORDS = { en, de };
