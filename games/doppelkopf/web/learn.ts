// Doppelkopf for those who learn it: in short, its words, and a first deal with a guide.
import type { SeatView } from "$table/protocol";
import type { Teaching } from "$table/teaching";
import { factsOf } from "./facts";

const facts = (view: SeatView) => factsOf(view.facts);
const playing = (view: SeatView) => facts(view).phase === "play";
const leads = (view: SeatView) => playing(view) && facts(view).table.length === 0;
const done = (view: SeatView) => facts(view).tricks.reduce((sum, tricks) => sum + tricks, 0);
const mine = (view: SeatView) => facts(view).parties[view.seat];
const friend = (view: SeatView) =>
  facts(view).parties.some((party, seat) => seat !== view.seat && party !== null && party === mine(view));

export const teaching: Teaching = {
  unit: { en: "points", de: "Punkte" },
  brief: {
    en: [
      "Four players, 48 cards, every card twice. Whoever holds a club queen belongs to Re, the others to Kontra, and at first nobody knows who is with whom.",
      "There are 240 points in the cards (ace 11, ten 10, king 4, queen 3, jack 2). Re wins with 121, Kontra with 120.",
      "Trumps, from the top: ♥10, all queens ♣ ♠ ♥ ♦, all jacks ♣ ♠ ♥ ♦, then ♦A ♦10 ♦K ♦9. All other cards are plain suits: A 10 K 9.",
      "What is led must be followed: a plain suit, or trumps, which are one suit. Who cannot follow plays anything. The highest trump wins, else the highest card of the suit led; of two equal cards the first.",
      "Before the play each says gesund or Vorbehalt (a solo or a marriage). During the play a party may announce that it will win (Re, Kontra) or by how much (no 90 …). Each is worth points, and so are foxes, Doppelköpfe and Charlie.",
    ],
    de: [
      "Vier Spieler, 48 Karten, jede doppelt. Wer eine Kreuz-Dame hält, gehört zu Re, die anderen zu Kontra; anfangs weiß niemand, wer mit wem spielt.",
      "In den Karten stecken 240 Augen (Ass 11, Zehn 10, König 4, Dame 3, Bube 2). Re gewinnt mit 121, Kontra mit 120.",
      "Trümpfe von oben: ♥10, alle Damen ♣ ♠ ♥ ♦, alle Buben ♣ ♠ ♥ ♦, dann ♦A ♦10 ♦K ♦9. Alles andere sind Fehlfarben: A 10 K 9.",
      "Was ausgespielt wird, muss bedient werden: eine Fehlfarbe oder Trumpf, der eine einzige Farbe ist. Wer nicht bedienen kann, legt, was er will. Der höchste Trumpf sticht, sonst die höchste Karte der Farbe; von zwei gleichen die erste.",
      "Vor dem Spiel sagt jeder gesund oder Vorbehalt (Solo oder Hochzeit). Im Spiel kann eine Partei ansagen, dass sie gewinnt (Re, Kontra) oder wie hoch (keine 90 …). Das zählt Punkte, ebenso Füchse, Doppelköpfe und Karlchen.",
    ],
  },
  terms: [
    {
      en: { word: "Re", means: "The party of those who hold a club queen; also the announcement that it will win." },
      de: { word: "Re", means: "Die Partei derer, die eine Kreuz-Dame halten; auch die Ansage, dass sie gewinnt." },
    },
    {
      en: { word: "Kontra", means: "The party of those without a club queen; also the announcement that it will win." },
      de: { word: "Kontra", means: "Die Partei derer ohne Kreuz-Dame; auch die Ansage, dass sie gewinnt." },
    },
    {
      en: { word: "gesund", also: ["healthy"], means: "“I have no reservation”: a normal game is fine." },
      de: { word: "gesund", means: "„Kein Vorbehalt“: Ein Normalspiel ist recht." },
    },
    {
      en: { word: "Vorbehalt", also: ["reservation", "reservations"], means: "A reservation: one wants to play a solo or declare a marriage." },
      de: { word: "Vorbehalt", also: ["Vorbehalte"], means: "Man will ein Solo spielen oder eine Hochzeit ansagen." },
    },
    {
      en: { word: "marriage", means: "Hochzeit: one hand holds both club queens and looks for a partner, the first other to win one of the first three tricks." },
      de: { word: "Hochzeit", means: "Eine Hand hält beide Kreuz-Damen und sucht einen Partner: den Ersten, der einen der ersten drei Stiche macht." },
    },
    {
      en: { word: "solo", also: ["solos"], means: "One against three, with trumps of one's choice; three times the points." },
      de: { word: "Solo", also: ["Soli"], means: "Einer gegen drei, mit Trümpfen nach Wahl; dreifache Punkte." },
    },
    {
      en: { word: "plain suit", also: ["plain suits"], means: "A suit that is not trump: clubs, spades, hearts without queens, jacks and the heart ten." },
      de: { word: "Fehlfarbe", also: ["Fehlfarben", "Fehl"], means: "Eine Farbe, die nicht Trumpf ist: Kreuz, Pik, Herz ohne Damen, Buben und die Herz-Zehn." },
    },
    {
      en: { word: "fox", also: ["foxes"], means: "The ♦A. Caught from the other party it is worth a point." },
      de: { word: "Fuchs", also: ["Füchse"], means: "Das ♦A. Vom Gegner gefangen zählt es einen Punkt." },
    },
    {
      en: { word: "Doppelköpfe", also: ["Doppelkopf trick"], means: "Tricks of 40 points or more: worth a point each." },
      de: { word: "Doppelköpfe", means: "Stiche mit 40 Augen oder mehr: je ein Punkt." },
    },
    {
      en: { word: "Charlie", means: "A ♣J that wins the last trick: a point." },
      de: { word: "Karlchen", means: "Ein ♣B, der den letzten Stich macht: ein Punkt." },
    },
    {
      en: { word: "no 90", means: "An Absage: the others will stay below 90 points. Then come no 60, no 30 and schwarz (no trick)." },
      de: { word: "keine 90", means: "Eine Absage: Die anderen bleiben unter 90 Augen. Danach kommen keine 60, keine 30 und schwarz (kein Stich)." },
    },
  ],
  guide: {
    seed: 8,
    rules: "ddv",
    options: {},
    seats: 4,
    agent: "casual",
    steps: [
      {
        when: (view) => facts(view).phase === "over",
        says: {
          en: "The deal is over. The sheet lists every point: for winning, for keeping the others below 90, 60 or 30, for announcements, foxes, Doppelköpfe and Charlie. The other party loses as much.",
          de: "Das Spiel ist aus. Auf dem Zettel steht jeder Punkt: fürs Gewinnen, für keine 90, 60, 30, für Ansagen, Füchse, Doppelköpfe und Karlchen. Die andere Partei verliert ebenso viel.",
        },
        again: true,
      },
      {
        when: (view) => facts(view).phase === "reservation",
        says: {
          en: "First everybody says whether a normal game is fine (gesund), or has a Vorbehalt: a solo, or both club queens. For your first deal say gesund, unless you hold both club queens.",
          de: "Zuerst sagt jeder, ob ein Normalspiel recht ist (gesund) oder ein Vorbehalt vorliegt: ein Solo oder beide Kreuz-Damen. Sag beim ersten Mal gesund, außer du hältst beide Kreuz-Damen.",
        },
      },
      {
        when: (view) => playing(view) && done(view) === 0 && facts(view).hand.includes("CQ"),
        says: {
          en: "You hold a club queen: you are Re, and somebody else holds the other one. Nobody knows it yet. Your trumps stand on the left of your hand, from the top.",
          de: "Du hältst eine Kreuz-Dame: Du bist Re, und jemand anders hält die zweite. Noch weiß es niemand. Deine Trümpfe stehen links im Blatt, von oben an.",
        },
      },
      {
        when: (view) => playing(view) && done(view) === 0,
        says: {
          en: "You hold no club queen: you are Kontra, and so is one of the others. Nobody knows it yet. Your trumps stand on the left of your hand, from the top.",
          de: "Du hältst keine Kreuz-Dame: Du bist Kontra, und noch einer ist es. Noch weiß es niemand. Deine Trümpfe stehen links im Blatt, von oben an.",
        },
      },
      {
        when: leads,
        says: {
          en: "You lead. An ace of a plain suit early usually wins and brings points; later somebody may have none of the suit and trump it.",
          de: "Du spielst aus. Ein Fehl-Ass früh im Spiel macht meist den Stich und bringt Augen; später hat jemand die Farbe nicht mehr und sticht mit Trumpf.",
        },
      },
      {
        when: (view) => playing(view) && facts(view).table.length > 0,
        says: {
          en: "Follow what was led: the suit, or trump. Only the cards that are lit may be played. Take the trick if it has points for you, or give little.",
          de: "Bedien, was ausgespielt wurde: die Farbe oder Trumpf. Spielen darfst du, was leuchtet. Nimm den Stich, wenn Augen darin sind, sonst gib wenig.",
        },
      },
      {
        when: (view) => view.calls.length > 0 && done(view) > 0,
        says: {
          en: "You may announce that your party will win. It counts two points more, for you or against you; it also shows on which side you are. Only with a strong hand.",
          de: "Du darfst ansagen, dass deine Partei gewinnt. Das zählt zwei Punkte mehr, für dich oder gegen dich, und zeigt, wohin du gehörst. Nur mit gutem Blatt.",
        },
      },
      {
        when: (view) => playing(view) && friend(view),
        says: {
          en: "Now you know who is with you: the parties stand beside the names. Give your partner points when the trick is your side's, with tens and aces, and little to the others.",
          de: "Jetzt weißt du, wer zu dir gehört: Die Parteien stehen bei den Namen. Gib dem Partner Augen, wenn der Stich euch gehört (schmieren), und den anderen wenig.",
        },
      },
      {
        when: (view) => playing(view) && facts(view).hand.includes("DA") && done(view) > 2,
        says: {
          en: "You hold a fox, the ♦A. Play it where your side wins the trick; caught by the others it costs a point.",
          de: "Du hältst einen Fuchs, das ♦A. Spiel ihn, wo eure Seite den Stich macht; fangen ihn die anderen, kostet das einen Punkt.",
        },
      },
      {
        when: leads,
        says: {
          en: "You won the trick and lead again. Which cards above yours are still out?",
          de: "Der Stich war deiner, du spielst wieder aus. Was ist noch draußen, das höher ist?",
        },
        again: true,
      },
      {
        when: playing,
        says: {
          en: "Follow if you can. Who wins the trick as it lies, your side or the other?",
          de: "Bedien, wenn du kannst. Wem gehört der Stich, so wie er liegt: euch oder den anderen?",
        },
        again: true,
      },
    ],
  },
  themes: {
    en: {
      endplay: "End play",
      solos: "Solos",
      marriage: "Marriage",
      announcements: "Announcements",
      fox: "The fox",
      leading: "Leading",
    },
    de: {
      endplay: "Endspiel",
      solos: "Soli",
      marriage: "Hochzeit",
      announcements: "Ansagen",
      fox: "Der Fuchs",
      leading: "Ausspielen",
    },
  },
};
