// @ts-check
// One WebSocket to the daemon. A hung daemon closes no socket, so silence counts as lost too.

const SILENCE_MS = 2500;
const GIVE_UP_MS = 10000;  // a socket silent this long is replaced
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 1000;
const WRONG_TOKEN = 4401;
const ASK_WHY_MS = 1000;
const KEPT = 'look';  // chosen before this page, and told again when it comes back

const chosenHere = () => JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');

/**
 * @param {string} role
 * @param {{screen: (state: any) => void, beat: (beat: any) => void, reply: (reply: any) => void,
 *          lost: (why: string) => void, found: () => void}} on  why: refused, disk (it does not answer), or nothing is known
 */
export function connect(role, on) {
  let token = location.hash.slice(1);
  // Ids must stay new after a reload too.
  const prefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), n => n.toString(36)).join('');
  /** @type {WebSocket | null} */
  let socket = null;
  let heard = performance.now();
  let stated = false;  // this socket has brought a whole state; nothing before that counts
  let live = false;
  let lost = false;
  let said = '';  // why, as far as anybody has said
  let asked = 0;
  let retry = FIRST_RETRY_MS;
  let touches = 0;
  let program = '';  // of the daemon that this page came from

  function lose(why = '') {
    live = false;
    if (lost && why === said) return;
    lost = true;
    said = why;
    on.lost(why);
  }

  /** Somebody else answers while the table itself waits for its disk. */
  async function askWhy() {
    if (said === 'refused' || performance.now() - asked < ASK_WHY_MS) return;
    asked = performance.now();
    try {
      const answer = await fetch('/why', { cache: 'no-store', signal: AbortSignal.timeout(ASK_WHY_MS) });
      const { why = '' } = await answer.json();
      if (lost && !live) lose(why);
    } catch {
      // nobody is there
    }
  }

  /** @param {MessageEvent} event */
  function take(event) {
    const message = JSON.parse(event.data);
    heard = performance.now();
    retry = FIRST_RETRY_MS;
    if (message.kind === 'token') newToken(message.token);
    if (message.kind === 'beat') comesOf(message.program);
    stated ||= message.kind === 'screen';
    if (!stated) return;
    if (message.kind === 'screen') {
      sessionStorage.setItem(KEPT, JSON.stringify(message.look.chosen ?? {}));
      on.screen(message);
    }
    if (message.kind === 'beat') on.beat(message);
    if (message.kind === 'reply') on.reply(message);
    live = true;
    if (lost) {
      lost = false;
      said = '';
      on.found();
    }
  }

  /** The daemon has started again. @param {string} now */
  function newToken(now) {
    token = now;
    history.replaceState(null, '', `#${now}`);  // for when the page is loaded again
  }

  /** After an upgrade the page is another one, too. @param {string} now */
  function comesOf(now) {
    if (program && program !== now) location.reload();
    program = now;
  }

  function open() {
    const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = mine;
    stated = false;
    heard = Math.max(heard, performance.now() - SILENCE_MS);
    mine.onopen = () => mine.send(JSON.stringify({ hello: token, role, look: chosenHere() }));
    mine.onmessage = event => { if (mine === socket) take(event); };
    mine.onclose = event => {
      if (mine !== socket) return;
      socket = null;
      if (event.code === WRONG_TOKEN) lose('refused');
      else if (live) lose();
      setTimeout(open, retry);
      retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    };
  }

  function watch() {
    const silent = performance.now() - heard;
    if (silent > SILENCE_MS) {
      if (!lost) lose();
      askWhy();
    }
    if (silent > GIVE_UP_MS && socket) {
      heard = performance.now() - SILENCE_MS;
      socket.close();
      socket = null;
      open();
    }
  }

  open();
  setInterval(watch, 100);

  return {
    /** Sends one touch and returns its id; empty when there is nobody to send it to.
     * @param {number} seq @param {string} act @param {object} args */
    send(seq, act, args) {
      if (!live || !socket || socket.readyState !== WebSocket.OPEN) return '';
      const id = `c-${prefix}-${++touches}`;
      socket.send(JSON.stringify({ id, seq, act, args }));
      return id;
    },
  };
}
