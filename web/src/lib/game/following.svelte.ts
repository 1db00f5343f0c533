/** Following one game: all that happened in it, and everything new as the server says it. */

import { api, ApiError, gameAddress } from '$lib/api/client';
import { Stream, type Connection } from '$lib/api/stream';
import type { Game, Update } from '$lib/api/types';
import { merge } from './history';
import { persist } from './persist';

/** What is refused is asked for again with the next event; the stream tells if there is none. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

export abstract class Following {
  game = $state.raw<Game | null>(null);
  /** All events with their updates: number n is at n - 1. */
  history = $state.raw<Update[]>([]);
  /** The game cannot be shown at all: there is none, or not for us. */
  error = $state.raw<ApiError | null>(null);
  /** Something that was asked for was refused. */
  refusal = $state.raw<ApiError | null>(null);
  connection = $state<Connection>('connecting');

  protected isOpen = false;
  readonly #listeners = new Set<(fresh: Update[]) => void>();
  #stream: Stream | null = null;
  #catchingUp: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {}

  /** The whole game has come anew. */
  protected abstract loaded(): void;
  /** Something has happened. */
  protected abstract heard(fresh: Update[]): void;

  /** Load the game and follow it from then on. */
  async open(): Promise<void> {
    this.isOpen = true;
    this.error = null;
    try {
      await this.#load();
    } catch (error) {
      if (error instanceof ApiError) this.error = error;
      else throw error;
      return;
    }
    if (this.isOpen) this.#follow();
  }

  close(): void {
    this.isOpen = false;
    this.#stream?.close();
  }

  /** Be told of everything new; answers with how to stop. */
  listen(listener: (fresh: Update[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The line may be dead and not know it. */
  protected reopen(): void {
    this.#stream?.reopen();
  }

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
      () => this.isOpen,
    );
    const { fresh } = merge(0, updates);
    this.history = fresh;
    this.game = fresh.at(-1)?.game ?? null;
    this.loaded();
  }

  #hear(update: Update): void {
    if (update.event) return this.take([update]);
    // A stream that could not go on from our number begins with where the game stands.
    if (update.number > this.history.length) void this.catchUp();
    else if (update.number < this.history.length) void this.#load().catch(unlessRefused);
  }

  protected take(updates: readonly Update[]): void {
    const { fresh, gap } = merge(this.history.length, updates);
    if (fresh.length) {
      this.history = [...this.history, ...fresh];
      this.game = fresh.at(-1)?.game ?? this.game;
      this.refusal = null;
      this.heard(fresh);
      for (const listener of this.#listeners) listener(fresh);
    }
    if (gap) void this.catchUp();
  }

  /** Fetch what is missing; the stream goes on by itself. */
  protected catchUp(): Promise<void> {
    this.#catchingUp ??= this.#fetchMissing().finally(() => (this.#catchingUp = null));
    return this.#catchingUp;
  }

  async #fetchMissing(): Promise<void> {
    const ask = () => api.updates(this.id, this.key, this.history.length);
    try {
      const { updates } = await persist(ask, () => this.isOpen);
      this.take(updates);
    } catch (error) {
      unlessRefused(error);
    }
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
}
