// One WebSocket for the whole tab: numbered requests, streams, and a connection that comes back.

const FIRST_RETRY_MS = 400;
const LAST_RETRY_MS = 4000;
/** A request made while the connection is down waits this long for it to come back. */
const PATIENCE_MS = 5000;
const GONE = "The server is gone.";

export class Socket {
  #token;
  #onConnection;
  #socket = null;
  #open = false;
  #retry = FIRST_RETRY_MS;
  #next = 1;
  /** Requests without an answer, by number. */
  #pending = new Map();
  /** Messages to send once connected: {message, number}. */
  #waiting = [];

  /** @param {(connected: boolean) => void} onConnection */
  constructor(token, onConnection) {
    this.#token = token;
    this.#onConnection = onConnection;
  }

  get connected() {
    return this.#open;
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`, ["secateur", this.#token].filter(Boolean));
    this.#socket = socket;
    socket.onopen = () => {
      this.#open = true;
      this.#retry = FIRST_RETRY_MS;
      // First tell the page: what it sends now (hello) goes before what waited.
      this.#onConnection(true);
      for (const { message } of this.#waiting.splice(0)) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      const waiting = new Set(this.#waiting.map(({ number }) => number));
      for (const [number, request] of this.#pending) {
        if (!waiting.has(number)) this.#finish(number, () => request.reject(new Error(GONE)));
      }
      this.#open = false;
      this.#onConnection(false);
      setTimeout(() => this.connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 1.6, LAST_RETRY_MS);
    };
  }

  /** Sends a request. @returns {Promise<object>} its `ok`, or an Error with the server's text */
  request(type, payload = {}) {
    return this.stream(type, payload, () => {}).done;
  }

  /**
   * Sends a request that is answered in parts.
   * @param {(update: object) => void} onUpdate
   * @returns {{done: Promise<object>, cancel: () => void}} after `cancel` no update arrives any more
   */
  stream(type, payload, onUpdate) {
    const number = this.#next++;
    const done = new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject, onUpdate });
    });
    this.#send({ ...payload, id: number, type }, number);
    return { done, cancel: () => this.#cancel(number) };
  }

  #send(message, number) {
    if (this.#open) {
      this.#socket.send(JSON.stringify(message));
      return;
    }
    const entry = { message, number };
    this.#waiting.push(entry);
    setTimeout(() => {
      const place = this.#waiting.indexOf(entry);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      const request = this.#pending.get(number);
      if (request) this.#finish(number, () => request.reject(new Error(GONE)));
    }, PATIENCE_MS);
  }

  #cancel(number) {
    const request = this.#pending.get(number);
    if (!request) return;
    request.onUpdate = () => {};
    const waiting = this.#waiting.findIndex((entry) => entry.number === number);
    if (waiting >= 0) {
      this.#waiting.splice(waiting, 1);
      this.#finish(number, () => request.reject(new Error("Cancelled.")));
    } else if (this.#open) {
      this.#socket.send(JSON.stringify({ id: this.#next++, type: "cancel", of: number }));
    }
  }

  #receive({ id, ok, error, update }) {
    const request = this.#pending.get(id);
    if (!request) return;
    if (update !== undefined) request.onUpdate(update);
    else if (error !== undefined) this.#finish(id, () => request.reject(new Error(error)));
    else this.#finish(id, () => request.resolve(ok));
  }

  #finish(number, settle) {
    this.#pending.delete(number);
    settle();
  }
}

/** Posts JSON to the server, for texts that are too long for the socket. */
export async function post(token, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Secateur-Token": token },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error(GONE);
  }
  if (response.status === 413) throw new Error("The text is too long; start the board with --pgn FILE to open large files.");
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok || answer.error) throw new Error(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}
