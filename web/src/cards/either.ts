// Cards of games that are played with French or German suits, as the person likes.
import type { Chip } from "../look";
import { settings } from "../settings.svelte";
import * as french from "./french";
import { GERMAN, germanChip, germanName, germanSuit } from "./german";
import { FRENCH } from "./suits";

export { deck } from "./french";

export const cardName = (card: string): string => (settings.germanSuits ? germanName(card) : french.cardName(card));
export const suitName = (suit: string): string => (settings.germanSuits ? germanSuit(suit) : french.suitName(suit));
export const suitSign = (suit: string): string => (settings.germanSuits ? GERMAN : FRENCH)[suit]!;
export const chip = (card: string): Chip => (settings.germanSuits ? germanChip(card) : french.chip(card));
