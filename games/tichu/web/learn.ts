// Tichu for those who learn it: in short, its words, and a first round with a guide.
import type { MoveInfo, SeatView } from "$table/protocol";
import type { Teaching } from "$table/teaching";
import { factsOf } from "./facts";

const facts = (view: SeatView) => factsOf(view.facts);
const can = (view: SeatView, wanted: (move: MoveInfo) => boolean) => view.moves.some(wanted);
const playing = (view: SeatView) => facts(view).phase === "play" && view.must;
const leads = (view: SeatView) => playing(view) && facts(view).table === null;
const follows = (view: SeatView) => playing(view) && facts(view).table !== null;
const owner = (view: SeatView) => facts(view).table?.owner;
const mate = (view: SeatView) => (view.seat + 2) % 4;

export const teaching: Teaching = {
  unit: { en: "points", de: "Punkte" },
  brief: {
    en: [
      "Four players, two teams of partners who face each other. Everybody wants to be rid of his cards first; on the way the teams collect points in tricks: fives 5, tens and kings 10, the Dragon 25, the Phoenix −25.",
      "One leads a combination: a single card, a pair, a triple, stairs of pairs, a full house or a straight of five or more. The others play a higher one of the same kind and length, or pass. When all pass, the owner takes the trick and leads.",
      "Four special cards: the Mah Jong leads first and may wish for a rank; the Dog gives the lead to the partner; the Phoenix is a joker; the Dragon is the highest single, but its trick goes to an opponent.",
      "Bombs, four of a rank or a straight in one suit, beat everything, at any time.",
      "Who feels strong calls Tichu before his first card: +100 if he is out first, −100 if not. Grand Tichu, after eight cards, counts 200. Both partners out first and second: 200 points, and the cards are not counted.",
    ],
    de: [
      "Vier Spieler, zwei Teams; Partner sitzen sich gegenüber. Jeder will seine Karten zuerst loswerden; unterwegs sammeln die Teams Punkte in Stichen: Fünfer 5, Zehner und Könige 10, der Drache 25, der Phönix −25.",
      "Einer spielt eine Kombination aus: Einzelkarte, Paar, Drilling, Treppe aus Paaren, Full House oder Straße ab fünf Karten. Die anderen legen Höheres derselben Art und Länge oder passen. Passen alle, gehört der Stich dem Letzten, und der spielt aus.",
      "Vier Sonderkarten: Der Mah Jong spielt zuerst aus und darf einen Wert wünschen; der Hund gibt das Ausspiel dem Partner; der Phönix ist Joker; der Drache ist die höchste Einzelkarte, doch sein Stich geht an einen Gegner.",
      "Bomben, vier Gleiche oder eine Straße in einer Farbe, schlagen alles, jederzeit.",
      "Wer sich stark fühlt, sagt vor seiner ersten Karte Tichu an: +100, wenn er als Erster aus ist, sonst −100. Großes Tichu nach acht Karten zählt 200. Sind beide Partner Erster und Zweiter: 200 Punkte, ohne die Karten zu zählen.",
    ],
  },
  terms: [
    {
      en: { word: "Schupfen", means: "The exchange before the play: one card to each of the other three, chosen in secret." },
      de: { word: "Schupfen", also: ["schupfen"], means: "Der Tausch vor dem Spiel: an jeden der drei anderen eine Karte, verdeckt gewählt." },
    },
    {
      en: { word: "Grand Tichu", means: "A bet of 200 points, on the first eight cards, that one will be out first." },
      de: { word: "Großes Tichu", also: ["großes Tichu"], means: "Eine Wette um 200 Punkte nach den ersten acht Karten, als Erster aus zu sein." },
    },
    {
      en: { word: "Tichu", means: "A bet of 100 points, made before one's first card, that one will be out first." },
      de: { word: "Tichu", means: "Eine Wette um 100 Punkte vor der eigenen ersten Karte, als Erster aus zu sein." },
    },
    {
      en: { word: "stairs", means: "Two or more pairs of neighbouring ranks: 5 5 6 6." },
      de: { word: "Treppe", also: ["Treppen"], means: "Zwei oder mehr Paare benachbarter Werte: 5 5 6 6." },
    },
    {
      en: { word: "straight", also: ["straights"], means: "Five or more cards in a row, of any suits." },
      de: { word: "Straße", also: ["Straßen"], means: "Fünf oder mehr Karten in Folge, Farben gleich welche." },
    },
    {
      en: { word: "full house", means: "A triple and a pair; the triple counts." },
      de: { word: "Full House", means: "Ein Drilling und ein Paar; der Drilling zählt." },
    },
    {
      en: { word: "bomb", also: ["bombs"], means: "Four of a rank, or a straight in one suit. It beats everything but a higher bomb, also out of turn." },
      de: { word: "Bombe", also: ["Bomben"], means: "Vier Gleiche oder eine Straße in einer Farbe. Sie schlägt alles außer einer höheren Bombe, auch außer der Reihe." },
    },
    {
      en: { word: "Mah Jong", means: "The 1. Its holder leads first; who plays it may wish for a rank, which must be played by whoever can." },
      de: { word: "Mah Jong", means: "Die 1. Wer sie hat, spielt zuerst aus; wer sie legt, darf einen Wert wünschen, den jeder spielen muss, der kann." },
    },
    {
      en: { word: "Dog", means: "Led alone, it gives the lead to the partner. It beats nothing." },
      de: { word: "Hund", means: "Allein ausgespielt gibt er das Ausspiel dem Partner. Er schlägt nichts." },
    },
    {
      en: { word: "Phoenix", means: "A joker in combinations, but not in bombs; alone it is half a rank above the card before it. −25 points." },
      de: { word: "Phönix", means: "Joker in Kombinationen, nicht in Bomben; allein einen halben Wert über der Karte davor. −25 Punkte." },
    },
    {
      en: { word: "Dragon", means: "The highest single card, 25 points. A trick won with it goes to an opponent." },
      de: { word: "Drache", also: ["Drachen"], means: "Die höchste Einzelkarte, 25 Punkte. Ein Stich, den er macht, geht an einen Gegner." },
    },
    {
      en: { word: "double victory", means: "Both partners are out first and second: 200 points." },
      de: { word: "Doppelsieg", means: "Beide Partner sind Erster und Zweiter: 200 Punkte." },
    },
  ],
  guide: {
    seed: 11,
    rules: "official",
    options: {},
    seats: 4,
    agent: "casual",
    steps: [
      {
        when: (view) => facts(view).phase === "over",
        says: {
          en: "The round is over. The last player gave the cards left in hand to the opponents and the tricks to whoever was out first; then the teams counted, and calls were added. A match goes to 1000.",
          de: "Die Runde ist aus. Der Letzte gab seine Handkarten den Gegnern und seine Stiche dem, der zuerst aus war; dann wurde gezählt, Ansagen kamen dazu. Eine Partie geht bis 1000.",
        },
        again: true,
      },
      {
        when: (view) => facts(view).phase === "grand",
        says: {
          en: "These are your first eight cards. Grand Tichu is a bet of 200 points that you will be out first; with an ordinary hand say no.",
          de: "Das sind deine ersten acht Karten. Großes Tichu ist eine Wette um 200 Punkte, dass du als Erster aus bist; mit einem gewöhnlichen Blatt sag nein.",
        },
      },
      {
        when: (view) => view.give !== null,
        says: {
          en: "Schupfen: pick three cards, one for each of the others. Low cards that fit nothing for the opponents, something useful for your partner across the table. Then press the button.",
          de: "Schupfen: Nimm drei Karten, für jeden anderen eine. Niedrige, die zu nichts passen, für die Gegner, etwas Brauchbares für deinen Partner gegenüber. Dann drück den Knopf.",
        },
      },
      {
        when: (view) => facts(view).phase === "wish" && view.must,
        says: {
          en: "You played the Mah Jong and may wish for a rank: whoever can play it in turn must. Wish for something your opponents would rather keep, or for nothing.",
          de: "Du hast den Mah Jong gelegt und darfst einen Wert wünschen: Wer ihn spielen kann, muss. Wünsch etwas, das die Gegner lieber behielten, oder nichts.",
        },
        again: true,
      },
      {
        when: (view) => facts(view).phase === "dragon" && view.must,
        says: {
          en: "You won a trick with the Dragon: it goes to one of your opponents. Give it to the one who is likely to stay last.",
          de: "Du hast mit dem Drachen einen Stich gemacht: Er geht an einen Gegner. Gib ihn dem, der wohl Letzter wird.",
        },
        again: true,
      },
      {
        when: (view) => can(view, (move) => move.kind === "decline"),
        says: {
          en: "You hold a bomb that would beat what lies there, and may play it now, out of turn. Save it for something that matters.",
          de: "Du hältst eine Bombe, die das schlägt, und darfst sie jetzt spielen, auch außer der Reihe. Heb sie für etwas Wichtiges auf.",
        },
        again: true,
      },
      {
        when: (view) => leads(view) && facts(view).hand.length === 14,
        says: {
          en: "You lead to the first trick, since you hold the Mah Jong or won it. Any combination is fine: long ones that carry many low cards get rid of most. Before your first card you may still call Tichu.",
          de: "Du spielst zum ersten Stich aus. Jede Kombination ist recht: Lange mit vielen niedrigen Karten räumen am meisten. Vor deiner ersten Karte darfst du noch Tichu ansagen.",
        },
      },
      {
        when: (view) => follows(view) && facts(view).hand.length === 14,
        says: {
          en: "Somebody has led. Play the same kind of combination with as many cards, but higher, or pass. Cards that fit are lit. Before your first card you may call Tichu: 100 points that you will be out first.",
          de: "Jemand hat ausgespielt. Leg dieselbe Art mit gleich vielen Karten, aber höher, oder passe. Was passt, leuchtet. Vor deiner ersten Karte darfst du Tichu ansagen: 100 Punkte, dass du als Erster aus bist.",
        },
      },
      {
        when: (view) => follows(view) && owner(view) === mate(view),
        says: {
          en: "The trick is your partner's. You play together: let him have it, unless a low card of yours fits well.",
          de: "Der Stich gehört deinem Partner. Ihr spielt zusammen: Lass ihn ihm, außer eine niedrige Karte von dir passt gut.",
        },
      },
      {
        when: (view) => playing(view) && facts(view).wish !== null,
        says: {
          en: "A wish is open: whoever can play a card of that rank in turn must do it. The page offers only what the wish allows.",
          de: "Ein Wunsch ist offen: Wer eine Karte dieses Wertes spielen kann, muss. Angeboten wird nur, was der Wunsch erlaubt.",
        },
      },
      {
        when: (view) => leads(view) && facts(view).hand.includes("Do"),
        says: {
          en: "You have the Dog: it can only be led, and gives the lead to your partner. Good when he wants to be out.",
          de: "Du hast den Hund: Man kann ihn nur ausspielen, und er gibt das Ausspiel dem Partner. Gut, wenn der fertig werden will.",
        },
      },
      {
        when: (view) => playing(view) && facts(view).out.length > 0,
        says: {
          en: "Somebody is out. The round ends when three are out, or both partners of a team. The last one gives away his tricks and his cards: do not be the last.",
          de: "Jemand ist aus. Die Runde endet, wenn drei aus sind oder beide eines Teams. Der Letzte gibt Stiche und Karten ab: Werd nicht Letzter.",
        },
      },
      {
        when: leads,
        says: {
          en: "You lead: any combination. Start with what you can hardly get rid of otherwise, and keep high cards to come back.",
          de: "Du spielst aus: jede Kombination. Beginn mit dem, was du sonst kaum loswirst, und behalte hohe Karten, um wieder dranzukommen.",
        },
        again: true,
      },
      {
        when: follows,
        says: {
          en: "Beat it with the same kind of combination, or pass. Passing costs nothing, and high cards are worth keeping.",
          de: "Überbiete mit derselben Art oder passe. Passen kostet nichts, und hohe Karten sind es wert, behalten zu werden.",
        },
        again: true,
      },
    ],
  },
  themes: {
    en: {
      endplay: "End play",
      bombs: "Bombs",
      calls: "Calling Tichu",
      exchange: "Schupfen",
      passing: "Passing",
      specials: "Special cards",
    },
    de: {
      endplay: "Endspiel",
      bombs: "Bomben",
      calls: "Tichu ansagen",
      exchange: "Schupfen",
      passing: "Passen",
      specials: "Sonderkarten",
    },
  },
};
