// Schnapsen for those who learn it: in short, its words, and a first deal with a guide.
import type { MoveInfo, SeatView } from "$table/protocol";
import type { Teaching } from "$table/teaching";
import { factsOf } from "./facts";

const can = (view: SeatView, wanted: (move: MoveInfo) => boolean) => view.moves.some(wanted);
const leads = (view: SeatView) => factsOf(view.facts).table === null;
const strict = (view: SeatView) => factsOf(view.facts).talon_size === 0 || factsOf(view.facts).closed_by !== null;
const played = (view: SeatView) => factsOf(view.facts).tricks.reduce((sum, tricks) => sum + tricks, 0);

export const teaching: Teaching = {
  unit: { en: "game points", de: "Spielpunkte" },
  brief: {
    en: [
      "Two players, twenty cards: ace 11, ten 10, king 4, queen 3, jack 2 points. Each holds five; the other ten are the talon, and the card face up below it names the trump suit.",
      "One leads a card, the other plays one. A higher card of the suit led wins, or a trump on a card that is no trump. The winner takes both cards, and while there is a talon each draws a card, the winner first.",
      "While cards are drawn you may play whatever you like. When the talon is used up or closed you must follow suit, win if you can, and trump if you have none of the suit.",
      "King and queen of a suit are a marriage: led and shown they count 20 points, in trumps 40.",
      "Whoever has 66 points and says so wins the deal: 1 game point, 2 if the other has fewer than 33, 3 if the other has no trick. Seven game points win the match.",
    ],
    de: [
      "Zwei Spieler, zwanzig Karten: Ass 11, Zehn 10, König 4, Dame 3, Bube 2 Augen. Jeder hält fünf; die anderen zehn sind der Talon, und die offene Karte darunter bestimmt das Atout.",
      "Einer spielt aus, der andere legt dazu. Eine höhere Karte derselben Farbe sticht, ebenso ein Atout auf eine Karte, die keines ist. Wer den Stich hat, nimmt beide Karten; solange es einen Talon gibt, zieht jeder nach, der Gewinner zuerst.",
      "Solange gezogen wird, darf man alles spielen. Ist der Talon aufgebraucht oder zugedreht, muss man Farbe bedienen, stechen, wenn man kann, und trumpfen, wenn man die Farbe nicht hat.",
      "König und Dame einer Farbe sind ein Paar: ausgespielt und vorgezeigt zählt es 20 Augen, in Atout 40.",
      "Wer 66 Augen hat und es sagt, gewinnt das Spiel: 1 Punkt, 2, wenn der andere keine 33 hat, 3, wenn er keinen Stich hat. Sieben Punkte gewinnen das Bummerl.",
    ],
  },
  terms: [
    {
      en: { word: "talon", means: "The cards not dealt: drawn one by one after each trick, the card face up last." },
      de: { word: "Talon", means: "Die nicht verteilten Karten: nach jedem Stich wird eine gezogen, die offene zuletzt." },
    },
    {
      en: { word: "trump", also: ["trumps"], means: "The suit that beats the other three." },
      de: { word: "Atout", also: ["Atouts"], means: "Die Farbe, die alle anderen sticht; Trumpf." },
    },
    {
      en: { word: "marriage", also: ["marriages"], means: "King and queen of a suit in one hand. Led and shown: 20 points, in trumps 40." },
      de: { word: "Paar", also: ["Paare"], means: "König und Dame einer Farbe in einer Hand. Ausgespielt und vorgezeigt: 20 Augen, in Atout 40." },
    },
    {
      en: { word: "close", also: ["closing", "closed", "closes"], means: "To turn the face-up card over (Zudrehen): nobody draws any more, and suit must be followed. Who closes must reach 66 or loses 2 or 3 game points." },
      de: { word: "zudrehen", also: ["Zudrehen", "zugedreht"], means: "Die offene Karte umdrehen: Niemand zieht mehr, ab jetzt gilt Farbzwang. Wer zudreht, muss 66 schaffen, sonst verliert er 2 oder 3 Punkte." },
    },
    {
      en: { word: "exchange", means: "Who leads and holds the trump jack may take the face-up trump for it." },
      de: { word: "tauschen", also: ["Tausch"], means: "Wer ausspielt und den Atout-Buben hält, darf ihn gegen das offene Atout tauschen." },
    },
    {
      en: { word: "claim", also: ["claims"], means: "To say that one has 66 points. It ends the deal; a wrong claim loses it." },
      de: { word: "ansagen", also: ["ansagst"], means: "Sagen, dass man 66 Augen hat. Das beendet das Spiel; wer sich irrt, verliert es." },
    },
    {
      en: { word: "pending", means: "Points of a marriage that count as soon as its declarer has won a trick." },
      de: { word: "offen", means: "Augen eines Paares, die zählen, sobald man einen Stich hat." },
    },
    {
      en: { word: "game point", also: ["game points"], means: "What a deal is worth: 1, 2 (the other has fewer than 33, Schneider) or 3 (no trick, Schwarz)." },
      de: { word: "Punkt", also: ["Punkte"], means: "Was ein Spiel wert ist: 1, 2 (der andere ist Schneider: keine 33) oder 3 (schwarz: kein Stich)." },
    },
    {
      en: { word: "Bummerl", means: "A match: to seven game points." },
      de: { word: "Bummerl", means: "Eine Partie bis sieben Punkte." },
    },
  ],
  guide: {
    seed: 8,
    rules: "tournament",
    options: {},
    seats: 2,
    agent: "casual",
    steps: [
      {
        when: (view) => view.facts.phase === "over",
        says: {
          en: "The deal is over. Whoever claimed 66, or won the last trick, has won it: one game point, two if the other has fewer than 33 points, three if the other has no trick.",
          de: "Das Spiel ist aus. Wer 66 angesagt hat oder den letzten Stich gemacht hat, gewinnt: einen Punkt, zwei, wenn der andere keine 33 Augen hat, drei ohne Stich.",
        },
        again: true,
      },
      {
        when: (view) => can(view, (move) => move.kind === "claim") && factsOf(view.facts).points[view.seat]! >= 66,
        says: {
          en: "You have 66 points. Say so: claim, and the deal is yours. Points that are not claimed in time are lost.",
          de: "Du hast 66 Augen. Sag es: Mit der Ansage gehört das Spiel dir. Was nicht rechtzeitig angesagt wird, ist verloren.",
        },
        again: true,
      },
      {
        when: (view) => played(view) === 0 && leads(view),
        says: {
          en: "You want 66 points before the other has them. The card face up beside the talon names the trump suit. You lead: any card of yours. A good beginning is a card that costs little; keep trumps and aces for later.",
          de: "Du willst vor dem anderen 66 Augen haben. Die offene Karte neben dem Talon bestimmt das Atout. Du spielst aus, was du willst. Am Anfang etwas Billiges; Atouts und Asse hebt man auf.",
        },
      },
      {
        when: (view) => !leads(view) && !strict(view),
        says: {
          en: "The other has led. While cards are drawn from the talon you may play whatever you like: take the trick with a higher card of the suit or a trump if it is worth it, or throw a cheap card.",
          de: "Der andere hat ausgespielt. Solange vom Talon gezogen wird, darfst du alles legen: stich mit einer höheren Karte der Farbe oder einem Atout, wenn es sich lohnt, sonst wirf etwas Billiges ab.",
        },
      },
      {
        when: (view) => leads(view) && can(view, (move) => move.combination === "marriage"),
        says: {
          en: "You hold king and queen of a suit: a marriage. Pick one of the two and press “Marriage”: 20 points, 40 in trumps. It can be declared only when you lead.",
          de: "Du hältst König und Dame einer Farbe: ein Paar. Nimm eine der beiden und drück „Paar ansagen“: 20 Augen, in Atout 40. Das geht nur, wenn du ausspielst.",
        },
      },
      {
        when: (view) => can(view, (move) => move.kind === "exchange"),
        says: {
          en: "You hold the trump jack and lead: exchange it for the trump face up. That costs nothing and is nearly always right.",
          de: "Du hältst den Atout-Buben und spielst aus: Du kannst ihn gegen das offene Atout tauschen. Das kostet nichts und ist fast immer richtig.",
        },
      },
      {
        when: (view) =>
          can(view, (move) => move.kind === "close") && factsOf(view.facts).points[view.seat]! >= 25,
        says: {
          en: "You might close the talon now: nobody draws any more and suit must be followed. Do it only if you see your way to 66, for who closes and fails loses two or three game points.",
          de: "Du könntest jetzt zudrehen: Niemand zieht mehr, und es gilt Farbzwang. Tu das nur, wenn du den Weg zu 66 siehst: Wer zudreht und es nicht schafft, verliert zwei oder drei Punkte.",
        },
      },
      {
        when: strict,
        says: {
          en: "No more cards are drawn: now suit must be followed, and who can win the trick must. You can work out what the other holds: everything you have not seen. Playable cards are lit.",
          de: "Jetzt wird nicht mehr gezogen: Farbe bedienen ist Pflicht, und wer stechen kann, muss. Du weißt, was der andere hält: alles, was du nicht gesehen hast. Was du spielen darfst, leuchtet.",
        },
      },
      {
        when: leads,
        says: {
          en: "You won the trick, so you lead. Count: your points and the other's stand beside the names.",
          de: "Der Stich war deiner, du spielst aus. Zähl mit: deine Augen und die des anderen stehen bei den Namen.",
        },
        again: true,
      },
      {
        when: (view) => !leads(view),
        says: {
          en: "Take the trick if it is worth it, or give up a card that costs little.",
          de: "Nimm den Stich, wenn er es wert ist, oder gib eine billige Karte her.",
        },
        again: true,
      },
    ],
  },
  themes: {
    en: {
      endplay: "End play",
      closing: "Closing",
      marriage: "Marriage",
      counting: "Counting to 66",
      trumps: "Trumps",
    },
    de: {
      endplay: "Endspiel",
      closing: "Zudrehen",
      marriage: "Paar",
      counting: "Auf 66 zählen",
      trumps: "Atout",
    },
  },
};
