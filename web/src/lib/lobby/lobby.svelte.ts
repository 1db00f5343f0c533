/** The public tables, live. */

import type { Summary } from '$lib/api/types';
import { noteReached } from '$lib/people/server.svelte';

export class Lobby {
  /** Null until the first list has come. */
  games = $state.raw<Summary[] | null>(null);
  live = $state(false);
  #source: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;

  readonly free = $derived(this.games?.filter((game) => game.status === 'open') ?? []);
  readonly playing = $derived(this.games?.filter((game) => game.status === 'playing') ?? []);

  open(): void {
    const source = new EventSource('/api/v1/lobby/events');
    this.#source = source;
    source.onmessage = (event: MessageEvent<string>) => {
      this.games = (JSON.parse(event.data) as { games: Summary[] }).games;
      this.live = true;
      noteReached(true);
    };
    source.onerror = () => {
      this.live = false;
      noteReached(false);
      // The browser tries again by itself unless the server refused.
      if (source.readyState !== EventSource.CLOSED || this.#source !== source) return;
      this.#retry = setTimeout(() => this.open(), 3000);
    };
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    this.live = false;
  }
}
