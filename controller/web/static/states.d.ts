// Made by `make docs` from controller/screens/states.py. Do not edit; no page loads this file.

export interface PinAsk {
  kind: "pin";
  title: string;
}

export interface Quick {
  label: string;
  cents: number;
}

export interface Sum {
  from_cents: number;
  text: string;
  of_cents: number;
}

export interface MoneyAsk {
  kind: "money";
  title: string;
  unit: string;
  minimum_cents: number;
  maximum_cents: number;
  step_cents: number;
  counted_from_cents: number;
  chips_cents: number[];
  start_cents: number;
  quick: Quick[];
  also_cents: number[];
  sums: Sum[];
  field: string;
  why: string;
}

export interface CountAsk {
  kind: "count";
  title: string;
  minimum: number;
  maximum: number;
  start: number;
  field: string;
  why: string;
}

export interface FaceAsk {
  kind: "face";
  title: string;
  field: string;
  joker: boolean;
  out: Record<string, string>;
  cards?: number;
}

export interface TextAsk {
  kind: "text";
  title: string;
  choices: string[];
  field: string;
}

export interface Option {
  value: string;
  label: string;
}

export interface Field {
  name: string;
  kind: "text" | "number" | "amount" | "yes" | "moment" | "choice" | "lines";
  label: string;
  hint: string;
  value: string;
  longest: number;
  needed: boolean;
  options: Option[];
}

export interface FormAsk {
  kind: "form";
  title: string;
  fields: Field[];
}

export interface Button {
  id: string;
  label: string;
  tone: string;
  enabled: boolean;
  place: number;
  hold_ms: number;
  act: string;
  args: Record<string, any>;
  ask: PinAsk | MoneyAsk | CountAsk | FaceAsk | TextAsk | FormAsk | null;
}

export interface Card {
  id: string;
  slot?: boolean;
  up?: boolean;
  face?: string;
  mark?: "" | "exposed" | "unread";
}

export interface Cards {
  label: string;
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  cards: Card[];
}

export interface Note {
  label: string;
  value: string;
}

export interface Pot {
  label: string;
  value: string;
  detail: string;
}

export interface Rail {
  board: Cards | null;
  dealer: Cards | null;
  pots?: Pot[];
  notes: Note[];
}

export interface Box {
  box: number;
  label: string;
  mark: string;
  tag?: string;
  state: string;
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  cards: Card[];
  lines: string[];
  touch: Button | null;
}

export interface Phase {
  name: string;
  now: boolean;
}

export interface Badge {
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  text: string;
  pulse: boolean;
  id?: string;
  seconds?: number;
}

export interface Header {
  table: string;
  round: string;
  phases: Phase[];
  badges: Badge[];
  dealer: string;
  clock: string;
}

export interface Prompt {
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  title: string;
  detail: string;
  rule: Button | null;
  pulse: boolean;
  seconds: number | null;
}

export interface Block {
  head: string;
  text: string;
  tone: string;
}

export interface Entry {
  head: string;
  text: string;
}

export interface ChooseSheet {
  kind: "choose";
  title: string;
  detail: string;
  buttons: Button[];
  close: Button;
}

export interface PageSheet {
  kind: "page";
  title: string;
  blocks: Block[];
  buttons: Button[];
  close: Button;
}

export interface SearchSheet {
  kind: "search";
  title: string;
  entries: Entry[];
  close: Button;
}

export interface Column {
  label: string;
  number: boolean;
}

export interface Paper {
  title: string;
  head: string;
  facts: Note[];
  columns: Column[];
  rows: string[][];
  foot: string;
}

export interface PapersSheet {
  kind: "papers";
  title: string;
  papers: Paper[];
  print: string;
  on_printer: Button | null;
  close: Button;
}

export interface IncidentSheet {
  kind: "incident";
  title: string;
  html: string;
  copy: number;
  print: Button;
  close: Button;
}

export interface PastSheet {
  kind: "past";
  title: string;
  detail: string;
  look: Look;
  rail: Rail | null;
  boxes: Box[];
  buttons: Button[];
  close: Button;
}

export interface Cover {
  title: string;
  detail: string;
  touch: Button;
}

export interface Look {
  lang: string;
  theme: string;
  brightness: number;
  mirror: boolean;
  suits: number;
  sounds: string;
  mm: number;
  chosen: Record<string, any>;
}

export interface Page {
  kind: "screen";
  role: string;
  seq?: number;
  sound?: "" | "attention" | "alarm";
  look: Look;
  banner: string;
  words: Record<string, string>;
}

export interface State {
  kind: "screen";
  role: string;
  seq?: number;
  sound?: "" | "attention" | "alarm";
  look: Look;
  banner: string;
  words: Record<string, string>;
  header: Header;
  prompt: Prompt;
  rail: Rail | null;
  boxes: Box[];
  actions: Button[];
  fixed: Button[];
  sheet: ChooseSheet | PageSheet | SearchSheet | PapersSheet | IncidentSheet | PastSheet | null;
  cover: Cover | null;
}

export interface Group {
  title: string;
  lines: string[];
  buttons: Button[];
}

export interface Bench {
  kind: "screen";
  role: string;
  seq?: number;
  sound?: "" | "attention" | "alarm";
  look: Look;
  banner: string;
  words: Record<string, string>;
  title: string;
  groups: Group[];
  log: string[];
}

export interface Status {
  name: string;
  title: string;
  detail: string;
}

export interface Limit {
  label: string;
  per: string;
  value: string;
  next: string;
}

export interface Row {
  name: string;
  value: string;
  head: boolean;
}

export interface Side {
  title: string;
  amount: string;
  wager: string;
  rows: Row[];
  note: string;
}

export interface OfSign {
  limits: Limit[];
  payouts: Row[];
  side: Side | null;
}

export interface Sign {
  kind: "screen";
  role: string;
  seq?: number;
  sound?: "" | "attention" | "alarm";
  look: Look;
  banner: string;
  words: Record<string, string>;
  limits: Limit[];
  payouts: Row[];
  side: Side | null;
  game: string;
  table: string;
  hours: string;
  status: Status;
}

export interface Timer {
  label: string;
  at: string;
  until_ms: number | null;
}

export interface DirectorHeader {
  title: string;
  stage: string;
  session: string;
  level: string;
  players: string;
  who: string;
  timers: Timer[];
  buttons: Button[];
  clock: string;
  now_ms: number;
}

export interface Step {
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  by: string;
  say: string;
  rule: string;
}

export interface Act {
  button: Button;
  rule: string;
  why: string;
}

export interface GridRow {
  id: string;
  tone: "plain" | "next" | "attention" | "fault" | "calm" | "empty" | "out";
  cells: string[];
  buttons: Button[];
}

export interface Grid {
  title: string;
  columns: Column[];
  rows: GridRow[];
  empty: string;
}

export interface Section {
  notes: Note[];
  buttons: Button[];
  acts: Act[];
  grids: Grid[];
}

export interface Director {
  kind: "screen";
  role: string;
  seq?: number;
  sound?: "" | "attention" | "alarm";
  look: Look;
  banner: string;
  words: Record<string, string>;
  header: DirectorHeader;
  step: Step;
  acts: Act[];
  undo: Act | null;
  tabs: Button[];
  section: Section;
  sheet: ChooseSheet | PageSheet | SearchSheet | PapersSheet | IncidentSheet | PastSheet | null;
  cover: Cover | null;
}

export type Ask = PinAsk | MoneyAsk | CountAsk | FaceAsk | TextAsk | FormAsk;

export type Sheet = ChooseSheet | PageSheet | SearchSheet | PapersSheet | IncidentSheet | PastSheet;
