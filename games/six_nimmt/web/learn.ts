// 6 nimmt! for those who learn it: in short, its words, and a first hand with a guide.
import type { SeatView } from "$table/protocol";
import type { Teaching } from "$table/teaching";
import { factsOf } from "./facts";

const facts = (view: SeatView) => factsOf(view.facts);
const choosing = (view: SeatView) => facts(view).phase === "choose";
const lowest = (view: SeatView) => Math.min(...facts(view).table.map((row) => row.at(-1)!));

export const teaching: Teaching = {
  unit: { en: "bulls", de: "Hornochsen" },
  brief: {
    en: [
      "Four rows lie on the table, and everybody holds ten cards. Each turn all choose a card in secret and turn it over together.",
      "The cards are placed from the lowest: each goes to the row whose end is the nearest below it. There is no choice.",
      "A row has room for five. Whose card comes sixth takes the five that lie there, with their bulls; his card begins the row anew.",
      "A card lower than all ends fits nowhere: its player takes a row he chooses, and his card begins it anew.",
      "Bulls are bad. After ten turns they are counted; the match ends when somebody has 66, and the fewest win.",
    ],
    de: [
      "Vier Reihen liegen aus, jeder hält zehn Karten. In jeder Runde wählen alle verdeckt eine Karte und decken zugleich auf.",
      "Gelegt wird von der niedrigsten an: Jede Karte kommt an die Reihe, deren Ende am knappsten darunter liegt. Man hat keine Wahl.",
      "In einer Reihe ist Platz für fünf. Wer die sechste legt, nimmt die fünf, die dort liegen, samt ihren Hornochsen; seine Karte beginnt die Reihe neu.",
      "Eine Karte, die niedriger ist als alle Enden, passt nirgends: Wer sie legt, nimmt eine Reihe seiner Wahl, und seine Karte beginnt sie neu.",
      "Hornochsen sind schlecht. Nach zehn Runden wird gezählt; die Partie endet, wenn jemand 66 hat, und die wenigsten gewinnen.",
    ],
  },
  terms: [
    {
      en: { word: "bulls", also: ["bull"], means: "Minus points printed on a card: 55 has seven, 11, 22 … five, tens three, other fives two, all others one." },
      de: { word: "Hornochsen", also: ["Hornochse", "Ochsen"], means: "Minuspunkte auf den Karten: die 55 hat sieben, 11, 22 … fünf, Zehner drei, andere Fünfer zwei, alle übrigen einen." },
    },
    {
      en: { word: "end", also: ["ends"], means: "The last card of a row: the next one must be higher." },
      de: { word: "Ende", also: ["Enden"], means: "Die letzte Karte einer Reihe: Die nächste muss höher sein." },
    },
    {
      en: { word: "sixth", means: "The card that finds five in its row: its player takes them." },
      de: { word: "sechste", means: "Die Karte, die in ihrer Reihe schon fünf vorfindet: Wer sie legt, nimmt diese." },
    },
  ],
  guide: {
    seed: 5,
    rules: "official",
    options: { players: 4 },
    seats: 4,
    agent: "casual",
    steps: [
      {
        when: (view) => facts(view).phase === "over",
        says: {
          en: "The hand is over: the fewest bulls are best. A match goes on until somebody has 66.",
          de: "Die zehn Runden sind vorbei: Wer die wenigsten Hornochsen hat, steht am besten. Die Partie geht weiter, bis jemand 66 hat.",
        },
        again: true,
      },
      {
        when: (view) => facts(view).phase === "row",
        says: {
          en: "Your card is lower than all ends and fits nowhere. Click the row you take; usually the one with the fewest bulls. Your card begins it anew.",
          de: "Deine Karte ist niedriger als alle Enden und passt nirgends. Klick die Reihe an, die du nimmst, meist die mit den wenigsten Hornochsen. Deine Karte beginnt sie neu.",
        },
        again: true,
      },
      {
        when: (view) => choosing(view) && facts(view).count === 10,
        says: {
          en: "All choose a card at the same time. Yours will go to the row whose end is the nearest below it. Look for a card just above the end of a short row: little can come between.",
          de: "Alle wählen zugleich eine Karte. Deine kommt an die Reihe, deren Ende am knappsten darunter liegt. Such eine Karte knapp über dem Ende einer kurzen Reihe: Da kommt wenig dazwischen.",
        },
      },
      {
        when: (view) => choosing(view) && facts(view).table.some((row) => row.length === 5),
        says: {
          en: "A row has five cards: it is full, and the next card there takes all of it. Stay away, unless somebody else is likely to take it before you.",
          de: "Eine Reihe hat fünf Karten: Sie ist voll, und wer dort als Nächster legt, nimmt sie. Bleib weg, es sei denn, ein anderer nimmt sie wohl vor dir.",
        },
      },
      {
        when: (view) => choosing(view) && facts(view).hand.some((card) => card < lowest(view)),
        says: {
          en: "One of your cards is lower than all ends: playing it means taking a row. That can be right while a row has few bulls.",
          de: "Eine deiner Karten ist niedriger als alle Enden: Wer so eine legt, nimmt eine Reihe. Das kann gut sein, solange eine Reihe wenige Hornochsen hat.",
        },
      },
      {
        when: (view) => choosing(view) && facts(view).table.some((row) => row.length === 4),
        says: {
          en: "A row of four has room for one more. If two players aim at it, the higher card is the sixth.",
          de: "Eine Reihe mit vieren hat noch einen Platz. Zielen zwei darauf, ist die höhere Karte die sechste.",
        },
      },
      {
        when: choosing,
        says: {
          en: "Choose a card; all are turned over together. Think of the gap: how many cards that you have not seen lie between the end of the row and yours?",
          de: "Wähl eine Karte; alle werden zugleich aufgedeckt. Denk an die Lücke: Wie viele Karten, die du nicht gesehen hast, liegen zwischen dem Ende der Reihe und deiner?",
        },
        again: true,
      },
    ],
  },
  themes: {
    en: { rows: "Which row?", gap: "Small gaps", full: "A full row", low: "Low cards", endplay: "End play" },
    de: { rows: "Welche Reihe?", gap: "Kleine Lücken", full: "Eine volle Reihe", low: "Niedrige Karten", endplay: "Endspiel" },
  },
};
