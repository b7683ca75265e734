// The screen state of docs/screen-state.md, for the type checker only; no page loads this file.

export interface Button {
  id: string; label: string; tone?: string; enabled?: boolean; place?: number; hold_ms?: number;
  act?: string; args?: object; ask?: Ask | null;
  icon?: string; run?: () => void;  // a button of the screen's own (keypads, paging): never sent
}
export interface Ask {
  kind: 'pin' | 'money' | 'count' | 'face' | 'text'; title: string; field?: string; why?: string; joker?: boolean;
  unit?: string; minimum_cents?: number; maximum_cents?: number; step_cents?: number;
  chips_cents?: number[]; start_cents?: number;
  quick?: { label: string; cents: number }[]; also_cents?: number[]; counted_from_cents?: number;
  minimum?: number; maximum?: number; start?: number;
  choices?: string[];
  cards?: number;
}
export interface Card { id: string; up?: boolean; face?: string; mark?: string; slot?: boolean }
export interface Cards { label: string; tone?: string; cards: Card[] }
export interface Box {
  box: number; label: string; mark?: string; tag?: string; state: string; tone: string;
  cards: Card[]; lines: string[]; touch: Button | null;
}
export interface Block { head: string; text: string; tone?: string }
export interface Pot { label: string; value: string; detail?: string }
export interface Sheet {
  kind: 'choose' | 'page' | 'search'; title: string; detail?: string;
  buttons?: Button[]; blocks?: Block[]; entries?: { head: string; text: string }[];
  close: Button;
}
export interface Look {
  lang: string; theme: string; brightness: number; mirror: boolean; suits: number; sounds: string; mm: number;
  chosen: Record<string, string | number | boolean>;
}
export interface Prompt {
  tone: string; title: string; detail: string; rule: Button | null; pulse?: boolean; seconds?: number | null;
}
export interface State {
  seq: number; look: Look; banner: string; words: Record<string, string>;
  header: {
    table: string; round: string; phases: { name: string; now: boolean }[];
    badges: { tone: string; text: string; pulse?: boolean }[]; dealer: string; clock: string;
  };
  prompt: Prompt;
  rail: {
    board?: Cards | null; dealer: Cards | null; pots?: Pot[]; notes: (string | { label: string; value: string })[];
  } | null;
  boxes: Box[]; actions: Button[]; fixed: Button[]; sheet: Sheet | null;
  cover?: { title: string; detail: string; touch: Button } | null;
  sound: string;
}
export interface Bench {
  seq: number; look: Look; banner: string; words: Record<string, string>; title: string;
  groups: { title: string; lines: string[]; buttons: Button[] }[]; log: string[];
}
export interface Sign {
  seq: number; look: Look; banner: string; words: Record<string, string>;
  game: string; table: string; status: { name: string; title: string; detail: string }; hours: string;
  limits: { label: string; per: string; value: string; next: string }[];
  payouts: { name: string; value: string; head: boolean }[];
  side: { title: string; amount: string; wager: string; rows: Sign['payouts']; note: string } | null;
}
export interface Reply { id: string; ok: boolean; message: string; rule?: string | null }

/** A node and the function that paints an item into it. */
export interface View<T> { node: HTMLElement; paint: (item: T, index: number) => void }
