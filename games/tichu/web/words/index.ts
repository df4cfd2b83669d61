import { de } from "./de";
import { en } from "./en";

export const WORDS = { en, de };
