/** What screen readers are told: several things at once become one text that can be followed. */

const GATHER = 700;

export class Voice {
  polite = $state('');
  urgent = $state('');

  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flip = false;

  /** Say something when there is a moment. */
  say(text: string): void {
    if (!text) return;
    this.#waiting.push(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#speak(), GATHER);
  }

  /** Say something instead of what is still waiting. */
  sayOnly(text: string): void {
    this.#waiting = [];
    this.say(text);
  }

  /** Say something now. */
  warn(text: string): void {
    this.urgent = this.#distinct(text);
  }

  /** Say what is still waiting and then this, now and as one text: news first, then the call. */
  call(text: string): void {
    clearTimeout(this.#timer);
    this.warn(gather([...this.#waiting, text]));
    this.#waiting = [];
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #speak(): void {
    this.polite = this.#distinct(gather(this.#waiting));
    this.#waiting = [];
  }

  /** The same text twice would not be a change, and would not be read. */
  #distinct(text: string): string {
    this.#flip = !this.#flip;
    return this.#flip ? text : `${text}\u00a0`;
  }
}

const MOST = 6;

/** The latest of several texts, in order. */
export function gather(texts: readonly string[]): string {
  return texts.slice(-MOST).join(' ');
}
