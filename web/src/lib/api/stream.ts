/**
 * Following a game live. The browser's own reconnecting gives up on a bad answer and sleeps with
 * the phone, so the stream is opened again here: soon after a loss, later and later if that fails,
 * and at once when the network or the reader comes back.
 */

import type { Update } from './types';

export type Connection = 'connecting' | 'live' | 'lost';

export interface Follower {
  /** Where to listen for what came after the last event known. */
  address(): string;
  receive(update: Update): void;
  /** The state of the connection has changed. */
  connection(state: Connection): void;
  /** Ask the server in the ordinary way; false if there is nothing to follow any more. */
  probe(): Promise<boolean>;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** Streams say something every 15 seconds; whoever slept longer may have missed the end of one. */
const STALE_AFTER = 20_000;
/** Without an event for so long, ask whether there was none: a dead line does not say so itself. */
const DOUBT_AFTER = 45_000;

/** How long to wait before the n-th attempt, counted from 0. */
export function backoff(attempt: number): number {
  return Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT);
}

export class Stream {
  #source: EventSource | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setInterval> | undefined;
  #lastSign = 0;
  #hiddenAt: number | null = null;
  #listening = new AbortController();

  constructor(private readonly follower: Follower) {}

  open(): void {
    const { signal } = this.#listening;
    window.addEventListener('online', () => this.#now(), { signal });
    window.addEventListener('offline', () => this.follower.connection('lost'), { signal });
    window.addEventListener('pageshow', (event) => event.persisted && this.#now(), { signal });
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    this.#doubt = setInterval(() => void this.#ask(), DOUBT_AFTER / 3);
    this.#connect();
  }

  close(): void {
    this.#listening.abort();
    clearInterval(this.#doubt);
    this.#drop();
  }

  /** Begin again from the last event known. */
  reopen(): void {
    if (!this.#listening.signal.aborted) this.#connect();
  }

  #connect(): void {
    this.#drop();
    this.follower.connection(this.#attempt > 1 ? 'lost' : 'connecting');
    const source = new EventSource(this.follower.address());
    this.#source = source;
    let opened = false;
    source.onopen = () => {
      opened = true;
      this.#attempt = 0;
      this.#lastSign = Date.now();
      this.follower.connection('live');
    };
    source.onmessage = (message: MessageEvent<string>) => {
      this.#lastSign = Date.now();
      this.follower.receive(JSON.parse(message.data) as Update);
    };
    source.onerror = () => {
      if (source === this.#source) void this.#lost(opened);
    };
  }

  async #lost(wasOpen: boolean): Promise<void> {
    this.#drop();
    const wait = backoff(this.#attempt++);
    this.follower.connection(this.#attempt > 1 ? 'lost' : 'connecting');
    // A stream that never opened may have been refused, which only an ordinary request tells.
    if (!wasOpen && !(await this.follower.probe())) return this.close();
    if (this.#listening.signal.aborted || this.#source) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #now(): void {
    this.#attempt = 0;
    this.#connect();
  }

  #seen(): void {
    if (document.visibilityState === 'hidden') {
      this.#hiddenAt = Date.now();
      return;
    }
    const slept = this.#hiddenAt === null ? 0 : Date.now() - this.#hiddenAt;
    this.#hiddenAt = null;
    if (!this.#source || slept > STALE_AFTER) this.#now();
  }

  async #ask(): Promise<void> {
    if (!this.#source || document.visibilityState === 'hidden') return;
    if (Date.now() - this.#lastSign < DOUBT_AFTER) return;
    this.#lastSign = Date.now();
    if (!(await this.follower.probe())) this.close();
  }

  #drop(): void {
    clearTimeout(this.#retry);
    if (this.#source) {
      this.#source.onopen = this.#source.onmessage = this.#source.onerror = null;
      this.#source.close();
      this.#source = null;
    }
  }
}
