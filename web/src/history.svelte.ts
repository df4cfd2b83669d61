// The deals this browser has played, and what their reviews found: kept here and nowhere else.
import type { Summary } from "./summary";

export interface Deal {
  record: string;
  table: string;
  game: string;
  rules: string;
  seat: number;
  /** when it ended, as ISO text */
  at: string;
  /** what the deal was worth, per seat */
  returns: number[];
  summary: Summary | null;
}

const KEY = "kibitz.deals";
const MOST = 1000;

function load(): Deal[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Deal[]) : [];
  } catch {
    return [];
  }
}

/** oldest first */
export const history = $state({ deals: load() });

function changed(deals: Deal[]): void {
  history.deals = deals.slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(history.deals));
}

/** Keeps a finished deal, once. */
export function keepDeal(deal: Omit<Deal, "summary" | "at">): void {
  if (dealOf(deal.record)) return;
  changed([...load(), { ...deal, at: new Date().toISOString(), summary: null }]);
}

export function keepSummary(record: string, summary: Summary): void {
  if (!dealOf(record)) return;
  changed(load().map((deal) => (deal.record === record ? { ...deal, summary } : deal)));
}

export function dealOf(record: string): Deal | undefined {
  return history.deals.find((deal) => deal.record === record);
}

export function forgetDeal(record: string): void {
  changed(load().filter((deal) => deal.record !== record));
}

export function forgetDeals(game: string | null): void {
  changed(game === null ? [] : load().filter((deal) => deal.game !== game));
}
