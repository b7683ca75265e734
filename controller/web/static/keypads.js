// @ts-check
// What a button asks before it is sent. Each pad gives its middle part, whether it is complete, and what it adds.
import { buttonView } from './buttons.js';
import { attr, list, make, shape, show, style, text } from './dom.js';
import { cardView, RANKS, rankText, SUITS, suitName } from './cards.js';
import { formPad } from './formpad.js';
import { words } from './words.js';

/**
 * @typedef {object} Pad
 * @property {HTMLElement} node
 * @property {() => void} refresh
 * @property {() => boolean} complete
 * @property {() => object} adds
 * @property {() => void} clear
 * @property {() => boolean} [forward]  moves to a next step of its own; false when there is none
 * @property {() => boolean} [backward]
 * @property {() => string} [trouble]
 * @property {() => string} [told]  what is good to know, and no trouble
 * @property {(digit: string) => void} [key]  a typed digit, or a scanner's: no amount is ever scanned
 * @property {() => void} [rub]
 * @property {() => void} [begin]  it is open: where the first key goes
 * @property {boolean} [single]  one touch answers: no OK
 * @property {boolean} [beside]  its keys stand beside everything else
 */
/** @typedef {{changed: () => void, done: () => void, lang: string}} Around */

const LONGEST = 9;

/** `corner` stands below the 7. @param {(digit: string) => void} digit @param {{id: string, label: string, run: () => void}} corner
 * @param {() => void} rub */
function digitPad(digit, corner, rub) {
  const node = make('div', 'digit-pad');
  const keys = [...'123456789'].map(key => ({ id: key, label: key, run: () => digit(key) }));
  return {
    node,
    paint() {
      list(node, [
        ...keys,
        corner,
        { id: '0', label: '0', run: () => digit('0') },
        { id: 'rub', label: 'Delete', icon: 'rub', run: rub },
      ], key => key.id, () => buttonView('key'));
    },
  };
}

/** @param {() => void} run */
const clearKey = run => ({ id: 'clear', label: words.clear, run });

/** @param {string} name */
function readout(name) {
  const value = make('output', 'value');
  const label = make('span', 'quiet', name);
  attr(value, 'aria-label', name);
  return { node: make('div', 'readout', label, value), value, label };
}

/** @param {Node[]} left @param {Node} right */
const halves = (left, right) => make('div', 'halves', make('div', 'left', ...left), right);

/** @param {import('./types').PinAsk} ask @param {Around} around @returns {Pad} */
function pinPad(ask, around) {
  const steps = ['badge', 'pin'];
  /** @type {Record<string, string>} */
  const typed = { badge: '', pin: '' };
  let step = 0;
  const name = { badge: readout(words.staff_number), pin: readout(words.pin) };
  const now = () => steps[step];

  /** @param {string} digit */
  function key(digit) {
    if (typed[now()].length < LONGEST) typed[now()] += digit;
    around.changed();
  }
  /** @param {string} value */
  const set = value => { typed[now()] = value; around.changed(); };
  const rub = () => set(typed[now()].slice(0, -1));
  const pad = digitPad(key, clearKey(() => set('')), rub);

  return {
    node: halves([name.badge.node, name.pin.node], pad.node),
    beside: true,
    key, rub,
    refresh() {
      pad.paint();
      text(name.badge.value, typed.badge);
      text(name.pin.value, '●'.repeat(typed.pin.length));
      name.badge.node.classList.toggle('now', now() === 'badge');
      name.pin.node.classList.toggle('now', now() === 'pin');
    },
    complete: () => typed[now()] !== '',
    forward() {
      if (step + 1 === steps.length) return false;
      step += 1;
      around.changed();
      return true;
    },
    backward() {
      if (step === 0) return false;
      typed.pin = '';
      step = 0;
      around.changed();
      return true;
    },
    adds: () => ({ ...typed }),
    clear() {
      typed.badge = typed.pin = '';
      step = 0;
    },
  };
}

/** Digits are dollars on every pad; where there can be cents, a key of its own comes before them.
 * @param {import('./types').MoneyAsk} ask @param {Around} around @returns {Pad} */
function moneyPad(ask, around) {
  const { minimum_cents: least = 0, maximum_cents: most = Infinity, step_cents: step = 1, unit = '' } = ask;
  const from = ask.counted_from_cents ?? 0;
  const others = ask.also_cents ?? [];
  const hasCents = [step, from, least, ...others].some(cents => cents % 100 !== 0);
  const point = (1.5).toLocaleString(around.lang)[1];
  /** @param {number} amount */
  const plain = amount => (amount / 100).toLocaleString(around.lang, { minimumFractionDigits: amount % 100 === 0 ? 0 : 2 });
  /** @param {number} amount */
  const money = amount => unit + plain(amount);
  const start = ask.start_cents ?? 0;
  let cents = start;
  let fresh = true;  // the first digit replaces the proposal
  let after = -1;  // digits behind the point; -1 while there is none

  /** @param {number} amount */
  function set(amount) {
    fresh = false;
    after = -1;
    if (amount < 10 ** (LONGEST + 2)) cents = amount;
    around.changed();
  }
  /** @param {string} digit */
  function key(digit) {
    if (after < 0) {
      set((fresh ? 0 : Math.floor(cents / 100) * 1000) + Number(digit) * 100);
      return;
    }
    if (after < 2) {
      after += 1;
      cents += Number(digit) * 10 ** (2 - after);
    }
    around.changed();
  }
  function pointed() {
    if (after >= 0) return;
    set(fresh ? 0 : Math.floor(cents / 100) * 100);
    after = 0;
    around.changed();
  }
  function rub() {
    if (after < 0) {
      set(Math.floor(cents / 1000) * 100);
      return;
    }
    const unitLeft = 10 ** (3 - after);
    cents = Math.floor(cents / unitLeft) * unitLeft;
    after -= 1;
    around.changed();
  }
  const typed = () => (after < 0 ? money(cents)
    : money(Math.floor(cents / 100) * 100) + point + String(cents % 100).padStart(2, '0').slice(0, after));
  const corner = hasCents ? { id: 'point', label: point, run: pointed } : clearKey(() => set(0));
  const pad = digitPad(key, corner, rub);
  /** What the amount comes to: of the sums that begin below it the last. */
  function told() {
    const sum = (ask.sums ?? []).filter(each => each.from_cents <= cents).pop();
    return sum ? sum.text.replace('{sum}', plain(Math.abs(cents - sum.of_cents))) : '';
  }
  const amount = readout('');
  /** @param {number} amount */
  const onSteps = amount => amount >= least && amount <= most && (amount - from) % step === 0;
  const range = most === Infinity ? `≥ ${money(least)}` : `${money(least)} – ${money(most)}`;
  amount.label.textContent = [range, ...others.filter(other => !onSteps(other)).map(money)].join(', ');
  attr(amount.value, 'aria-label', ask.title);
  const quick = make('div', 'quick');
  const chips = make('div', 'chips');
  const fits = () => onSteps(cents) || others.includes(cents);
  const fills = ask.quick ?? [];
  show(quick, fills.length > 0);

  /** The next digit replaces it, as it does the proposal. @param {number} wanted */
  function fill(wanted) {
    set(wanted);
    fresh = true;
  }

  return {
    node: halves([amount.node, quick, chips], pad.node),
    beside: true,
    rub,
    refresh() {
      pad.paint();
      text(amount.value, typed());
      amount.node.classList.toggle('outside', !fits());
      list(quick, fills.map((offer, index) => ({
        id: `quick-${index}`, label: offer.label, tone: cents === offer.cents ? 'chosen' : 'plain', run: () => fill(offer.cents),
      })), offer => offer.id, () => buttonView('key offer'));
      list(chips, (ask.chips_cents ?? []).map(chip => ({
        id: `chip-${chip}`, label: `+${plain(chip)}`, enabled: cents + chip <= most,
        run: () => set(cents + chip),
      })), chip => chip.id, () => buttonView('key chip'));
    },
    complete: fits,
    trouble: () => (fits() || fresh ? '' : ask.why ?? ''),
    told,
    adds: () => ({ [ask.field ?? 'amount_cents']: cents }),
    clear() {
      cents = start;
      fresh = true;
      after = -1;
    },
  };
}

/** @param {import('./types').CountAsk} ask @param {Around} around @returns {Pad} */
function countPad(ask, around) {
  const { minimum: least = 0, maximum: most = 999 } = ask;
  const start = ask.start ?? 0;
  let count = start;
  let fresh = true;
  /** @param {number} value */
  function set(value) {
    fresh = false;
    if (value < 10 ** LONGEST) count = value;
    around.changed();
  }
  const rub = () => set(Math.floor(count / 10));
  const pad = digitPad(digit => set((fresh ? 0 : count * 10) + Number(digit)), clearKey(() => set(0)), rub);
  const number = readout(`${least} – ${most}`);
  attr(number.value, 'aria-label', ask.title);
  const fits = () => count >= least && count <= most;
  return {
    node: halves([number.node], pad.node),
    beside: true,
    rub,
    refresh() {
      pad.paint();
      text(number.value, count);
      number.node.classList.toggle('outside', !fits());
    },
    complete: fits,
    trouble: () => (fits() ? '' : ask.why ?? ''),
    adds: () => ({ [ask.field ?? 'count']: count }),
    clear() {
      count = start;
      fresh = true;
    },
  };
}

/** @param {string} suit @param {boolean} chosen */
const suitKey = (suit, chosen) => ({ id: suit, label: '', tone: chosen ? `chosen suit-${suit}` : `suit-${suit}` });

/** @returns {import('./types').View<import('./types').Button>} */
function suitView() {
  const view = buttonView('key suit-key');
  return {
    node: view.node,
    paint(button, index) {
      view.paint(button, index);
      if (view.node.querySelector('svg')) return;
      view.node.append(shape('suit', SUITS[button.id]));
      attr(view.node, 'aria-label', suitName(button.id));
    },
  };
}

/**
 * One face, or as many as are asked for: each is taken when its rank and suit are touched, and Cancel takes back the last.
 * @param {import('./types').FaceAsk} ask @param {Around} around @returns {Pad}
 */
function facePad(ask, around) {
  const wanted = ask.cards ?? 1;
  /** @type {string[]} */
  let taken = [];
  let rank = '';
  let suit = '';
  const ranks = make('div', 'ranks');
  const suits = make('div', 'suits');
  if (ask.joker) style(suits, '--suits', '5');
  const seen = make('div', wanted > 1 ? 'seen many' : 'seen');
  const out = ask.out ?? {};
  /** @param {string} face */
  const free = face => !(face in out) && !taken.includes(face);
  /** Of the rank that is touched: which of its cards it cannot be, and where they lie. */
  const lying = () => [...'shdc'].map(name => out[rank + name]).filter(Boolean).join(' ');
  const suitOnly = () => rank === '' && suit !== '';
  /** @param {string} name */
  const isRankLeft = name => [...(suitOnly() ? suit : 'shdc')].some(other => free(name + other));
  /** @param {string} name */
  const isSuitLeft = name => (name === 'k' ? free('Jk') : rank === '' || suit === 'k' || free(rank + name));

  function touched() {
    const face = rank + suit;
    if (rank && suit && wanted > 1 && taken.length < wanted) {
      if (!taken.includes(face)) taken.push(face);
      rank = suit = '';
    }
    around.changed();
  }
  const single = () => (rank && suit ? [rank + suit] : []);
  const faces = () => (wanted > 1 ? taken : single());

  return {
    node: make('div', 'faces', make('div', 'face-keys', ranks, suits), seen),
    refresh() {
      list(ranks, RANKS.map(name => ({
        id: name,
        label: rankText(name),
        tone: name === rank && suit !== 'k' ? 'chosen' : 'plain',
        enabled: isRankLeft(name),
        run: () => { if (suit === 'k' || !free(name + suit)) suit = ''; rank = name; touched(); },
      })), key => key.id, () => buttonView('key'));
      list(suits, [...(ask.joker ? 'shdck' : 'shdc')].map(name => ({
        ...suitKey(name, name === suit),
        enabled: isSuitLeft(name),
        run: () => { rank = name === 'k' ? 'J' : suit === 'k' ? '' : rank; suit = name; touched(); },
      })), key => key.id, suitView);
      list(seen, Array.from({ length: wanted }, (_, place) => {
        const face = faces()[place];
        return face ? { id: `seen-${place}`, up: true, face } : { id: `seen-${place}`, slot: true };
      }), card => card.id, cardView);
    },
    complete: () => faces().length === wanted,
    told: lying,
    backward() {
      if (!taken.length) return false;
      taken.pop();
      rank = suit = '';
      around.changed();
      return true;
    },
    adds: () => ({ [ask.field ?? 'seen']: wanted > 1 ? taken : rank + suit }),
    clear() {
      taken = [];
      rank = suit = '';
    },
  };
}

/** @param {import('./types').TextAsk} ask @param {Around} around @returns {Pad} */
function textPad(ask, around) {
  const choices = ask.choices ?? [];
  const node = make('div', 'grid');
  let chosen = '';
  style(node, '--columns', choices.length > 4 ? '2' : '1');
  return {
    node,
    single: true,
    refresh() {
      list(node, choices.map((choice, index) => ({
        id: `choice-${index}`, label: choice, run: () => { chosen = choice; around.done(); },
      })), key => key.id, () => buttonView('choice'));
    },
    complete: () => chosen !== '',
    adds: () => ({ [ask.field ?? 'reason']: chosen }),
    clear() { chosen = ''; },
  };
}

/** By the kind of what is asked. @type {Record<string, (ask: any, around: Around) => Pad>} */
export const PADS = { pin: pinPad, money: moneyPad, count: countPad, face: facePad, text: textPad, form: formPad };
