/** One game on the page: what the server says of it, what is drawn, and what can be done. */

import { api, ApiError, gameAddress, newNonce } from '$lib/api/client';
import { Stream, type Connection } from '$lib/api/stream';
import type { Choice, Game, Update } from '$lib/api/types';
import type { Group, Offer, Scene, Touch } from '$lib/board/model';
import { go } from '$lib/router.svelte';
import { Hand } from './hand.svelte';
import { merge, positionAt } from './history';
import { persist } from './persist';
import { Theatre } from './theatre.svelte';
import { viewerOf } from './viewer';

type Updates = { updates: Update[] };

/** Clocks that differ by less count as equal: the way to the server takes time too. */
const NOTICEABLE = 2000;

export class Room implements Touch {
  game = $state.raw<Game | null>(null);
  /** All events with their updates: number n is at n - 1. */
  history = $state.raw<Update[]>([]);
  /** The game cannot be shown at all: there is none, or not for us. */
  error = $state.raw<ApiError | null>(null);
  /** Something that was asked for was refused. */
  refusal = $state.raw<ApiError | null>(null);
  connection = $state<Connection>('connecting');
  /** A request is on its way. */
  busy = $state(false);
  /** The request has to be sent again: the server has not answered. */
  resending = $state(false);
  /** The event shown in a replay; null is where the game is now. */
  at = $state<number | null>(null);
  viewer = $state(0);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = $state(0);

  readonly theatre = new Theatre();
  readonly hand = new Hand();
  readonly #listeners = new Set<(fresh: Update[]) => void>();
  #stream: Stream | null = null;
  #open = false;
  #catchingUp: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {}

  get scene(): Scene | null {
    return this.theatre.scene;
  }

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

  /** Load the game and follow it from then on. */
  async open(): Promise<void> {
    this.#open = true;
    this.error = null;
    try {
      await this.#load();
    } catch (error) {
      if (error instanceof ApiError) this.error = error;
      else throw error;
      return;
    }
    if (this.#open) this.#follow();
  }

  close(): void {
    this.#open = false;
    this.#stream?.close();
    this.theatre.jump(null);
  }

  /** Be told of everything new; answers with how to stop. */
  listen(listener: (fresh: Update[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    const key = made.game.key === null ? '' : `?key=${encodeURIComponent(made.game.key)}`;
    await go(`/game/${made.game.id}${key}`);
  }

  async hint(): Promise<void> {
    const hint = await this.#asked(() => api.hint(this.id, this.key));
    if (!hint) return;
    this.hand.hint = hint;
    const choice = this.game?.choices.find(({ move }) => move === hint.move);
    if (choice && choice.column === null)
      this.hand.pick({ source: choice.source, colour: choice.colour });
  }

  // What is shown.

  /** Go to an event of the game, or with null to where it is now. */
  show(number: number | null): void {
    const key = this.key === null ? '' : `?key=${encodeURIComponent(this.key)}`;
    const place = number === null ? '' : `/${number}`;
    void go(`/game/${this.id}${place}${key}`, { replace: true });
  }

  /** The address has changed to an event; one step on is played, everything else just shown. */
  turnTo(number: number | null): void {
    const last = this.history.length;
    const wanted = number === null ? null : Math.max(1, Math.min(number, last));
    const before = this.at;
    if (wanted === before || !last) return;
    this.at = wanted;
    this.hand.clear();
    const update = wanted === null ? undefined : this.history[wanted - 1];
    if (before !== null && update && wanted === before + 1) this.theatre.add([update]);
    else this.theatre.jump(positionAt(this.history, wanted ?? last));
  }

  skip(): void {
    this.theatre.skip();
  }

  // What the server says.

  #follow(): void {
    this.#stream?.close();
    this.#stream = new Stream({
      address: () => gameAddress(this.id, this.key, '/events', this.history.length),
      receive: (update) => this.#hear(update),
      connection: (state) => (this.connection = state),
      probe: () => this.#probe(),
    });
    this.#stream.open();
  }

  async #load(): Promise<void> {
    const { updates } = await persist(
      () => api.updates(this.id, this.key),
      () => this.#open,
    );
    const { fresh } = merge(0, updates);
    this.history = fresh;
    this.game = fresh.at(-1)?.game ?? null;
    this.viewer = viewerOf(this.game, null);
    this.theatre.jump(this.game?.position ?? null);
    const { at } = this;
    this.at = null;
    this.turnTo(at);
  }

  #hear(update: Update): void {
    if (update.event) return this.#take([update]);
    // A stream that could not go on from our number begins with where the game stands.
    if (update.number > this.history.length) void this.#catchUp();
    else if (update.number < this.history.length) void this.#load();
  }

  #take(updates: readonly Update[]): void {
    const { fresh, gap } = merge(this.history.length, updates);
    if (fresh.length) {
      this.history = [...this.history, ...fresh];
      this.game = fresh.at(-1)?.game ?? this.game;
      this.hand.renew(this.history.length);
      this.refusal = null;
      if (this.at === null) this.theatre.add(fresh);
      for (const listener of this.#listeners) listener(fresh);
    }
    if (gap) void this.#catchUp();
  }

  /** Fetch what is missing; the stream goes on by itself. */
  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#fetchMissing().finally(() => (this.#catchingUp = null));
    return this.#catchingUp;
  }

  async #fetchMissing(): Promise<void> {
    const ask = () => api.updates(this.id, this.key, this.history.length);
    const { updates } = await persist(ask, () => this.#open);
    this.#take(updates);
  }

  async #probe(): Promise<boolean> {
    try {
      const { number } = await api.look(this.id, this.key);
      // The server has said something that the stream has not: the line is dead.
      if (number !== this.history.length && this.connection === 'live') this.#stream?.reopen();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) return true;
      this.error = error;
      return false;
    }
  }

  async #send(ask: () => Promise<Updates>): Promise<void> {
    const asked = Date.now();
    const answer = await this.#asked(ask);
    if (!answer) return;
    // What we have just done happened between asking and the answer, by the server's clock.
    const happened = answer.updates[0]?.at ?? 0;
    const ahead = happened - (asked + Date.now()) / 2;
    if (answer.updates[0]?.number === this.history.length + 1)
      this.ahead = Math.abs(ahead) > NOTICEABLE ? ahead : 0;
    this.#take(answer.updates);
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
        () => this.#open,
      );
      // Where a request was lost the stream may be lost as well, and not know it.
      if (attempts > 1) this.#stream?.reopen();
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The game has moved on: fetch how, and say nothing.
      if (error.status === 409 && error.game && error.game.number > this.history.length)
        await this.#catchUp();
      else if (this.#open) this.refusal = error;
      return null;
    } finally {
      this.busy = this.resending = false;
    }
  }
}
