/** One game on the page: what the server says of it, what is drawn, and what can be done. */

import { api, ApiError, gamePage, newNonce } from '$lib/api/client';
import type { Choice, Update } from '$lib/api/types';
import type { Group, Offer, Scene, Touch } from '$lib/board/model';
import { go } from '$lib/router.svelte';
import { steps } from '$lib/story/chapters';
import { Following } from './following.svelte';
import { Hand } from './hand.svelte';
import { gameAt, marksAt, positionAt } from './history';
import { persist } from './persist';
import { Theatre } from './theatre.svelte';
import { viewerOf } from './viewer';

type Updates = { updates: Update[] };

export class Room extends Following implements Touch {
  /** A request is on its way. */
  busy = $state(false);
  /** What is on its way is a hint. */
  hinting = $state(false);
  /** The request has to be sent again: the server has not answered. */
  resending = $state(false);
  /** The event shown in a replay; null is where the game is now. */
  at = $state<number | null>(null);
  viewer = $state(0);

  readonly theatre = new Theatre();
  readonly hand = new Hand();

  get scene(): Scene | null {
    return this.theatre.scene;
  }

  /** The game as it is shown: now, or at the moment of a replay. */
  readonly shown = $derived(this.at === null ? this.game : gameAt(this.history, this.at));

  readonly offer: Offer = $derived.by(() => {
    const { game, hand } = this;
    const free = game && this.at === null && !this.busy && !this.theatre.playing;
    const choices = free && game.can.includes('move') ? (game.choices ?? []) : [];
    const hint = hand.hint?.number === game?.number ? (hand.hint?.move ?? null) : null;
    return {
      seat: choices.length ? (game?.turn?.seat ?? null) : null,
      choices,
      picked: choices.length ? hand.picked : null,
      aimed: choices.length ? hand.aimed : null,
      hint: choices.length ? hint : null,
    };
  });

  override close(): void {
    super.close();
    this.theatre.jump(null);
  }

  // What is touched on the table.

  pick(group: Group): void {
    this.hand.pick(group);
  }
  aim(choice: Choice | null): void {
    this.hand.aimed = choice;
  }
  place(choice: Choice): void {
    void this.play(choice.move);
  }
  cancel(): void {
    this.hand.clear();
  }

  // What is asked of the server.

  async play(move: string): Promise<void> {
    const { game } = this;
    if (!game || this.busy || !game.legal.includes(move)) return;
    this.hand.clear();
    await this.#send(() => api.move(this.id, this.key, game.number, move));
  }

  async undo(): Promise<void> {
    const number = this.history.length;
    await this.#send(() => api.undo(this.id, this.key, number));
  }

  async answerUndo(accept: boolean): Promise<void> {
    const number = this.history.length;
    await this.#send(() => api.answerUndo(this.id, this.key, number, accept));
  }

  async resign(seat: number | null): Promise<void> {
    const number = this.history.length;
    await this.#send(() => api.resign(this.id, this.key, number, seat));
  }

  async comeBack(): Promise<void> {
    await this.#send(() => api.comeBack(this.id, this.key));
  }

  async join(seat: number | null): Promise<void> {
    const nonce = newNonce();
    await this.#send(() => api.join(this.id, this.key, seat, nonce));
  }

  async leave(): Promise<void> {
    await this.#send(() => api.leave(this.id, this.key));
  }

  async start(): Promise<void> {
    const nonce = this.game?.can.includes('nonce') ? newNonce() : null;
    await this.#send(() => api.start(this.id, this.key, nonce));
  }

  /** Ask for another game and go there. */
  async rematch(): Promise<void> {
    const nonce = newNonce();
    const made = await this.#asked(() => api.rematch(this.id, this.key, nonce));
    if (!made) return;
    go(gamePage(made.game.id, null));
  }

  async hint(): Promise<void> {
    if (this.busy) return;
    this.hinting = true;
    const hint = await this.#asked(() => api.hint(this.id, this.key)).finally(() => {
      this.hinting = false;
    });
    // It comes too late where the game has gone on meanwhile.
    if (!hint || hint.number !== this.game?.number) return;
    this.hand.hint = hint;
    const choice = this.game?.choices.find(({ move }) => move === hint.move);
    if (choice && choice.column === null)
      this.hand.pick({ source: choice.source, colour: choice.colour });
  }

  // What is shown.

  /** Go to an event of the game, or with null to where it is now. */
  show(number: number | null): void {
    go(gamePage(this.id, this.key, number), { replace: true });
  }

  /** Go through the moments of the game, as the slider does. */
  step(to: 'back' | 'on' | 'first' | 'last'): void {
    const numbers = steps(this.history).map(({ number }) => number);
    const now = this.at ?? numbers.at(-1) ?? 0;
    if (to === 'first') this.show(numbers[0] ?? null);
    else if (to === 'back') this.show(numbers.findLast((number) => number < now) ?? this.at);
    else this.show((to === 'on' && numbers.find((number) => number > now)) || null);
  }

  /** The address has changed to an event; one step on is played, everything else just shown. */
  turnTo(number: number | null): void {
    const last = this.history.length;
    const wanted = number === null ? null : Math.max(1, Math.min(number, last));
    const before = this.at;
    if (wanted === before || !last) return;
    this.at = wanted;
    this.hand.clear();
    const next = wanted ?? last;
    const update = this.history[next - 1];
    if (update && next - 1 === before) this.theatre.add([update]);
    else this.theatre.jump(positionAt(this.history, next), marksAt(this.history, next));
  }

  skip(): void {
    this.theatre.skip();
  }

  // What the server says.

  protected override loaded(): void {
    this.viewer = viewerOf(this.game, null);
    this.theatre.jump(this.game?.position ?? null, marksAt(this.history, this.history.length));
    const { at } = this;
    this.at = null;
    this.turnTo(at);
  }

  protected override heard(fresh: Update[]): void {
    this.hand.renew(this.history.length);
    if (this.at === null) this.theatre.add(fresh);
  }

  // How the server is asked.

  async #send(ask: () => Promise<Updates>): Promise<void> {
    const answer = await this.#asked(ask);
    if (answer) this.take(answer.updates);
  }

  /** Ask until there is an answer; a refusal is kept to be shown. */
  async #asked<T>(ask: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.refusal = null;
    let attempts = 0;
    try {
      const answer = await persist(
        () => {
          this.resending = attempts++ > 0;
          return ask();
        },
        () => this.isOpen,
      );
      // Where a request was lost the stream may be lost as well, and not know it.
      if (attempts > 1) this.reopen();
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The game has moved on: fetch how, and say nothing.
      if (error.status === 409 && error.game && error.game.number > this.history.length)
        await this.catchUp();
      else if (this.isOpen) this.refusal = error;
      return null;
    } finally {
      this.busy = this.resending = false;
    }
  }
}
