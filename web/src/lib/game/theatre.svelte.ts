/** What is drawn now: events wait in a queue, and each is played in stages, then lies at rest. */

import { tick } from 'svelte';
import type { Scene } from '$lib/board/model';
import type { Effects, Position } from '$lib/api/types';
import type { Layer } from '$lib/motion/layer';
import { stage, type Note, type Shown, type Stage } from '$lib/motion/stage';
import { atRest, sceneOf } from '$lib/motion/types';
import { pace } from '$lib/settings/settings.svelte';

/** With so many events waiting the motion hurries; with more it is left out. */
const HURRY = 3;
const JUMP = 8;

/** How fast to play when so many wait; 0 is not to play but to show where they end. */
export function hurry(waiting: number, hidden: boolean): number {
  if (hidden || waiting > JUMP) return 0;
  return waiting > HURRY ? 0.4 : 1;
}

export class Theatre {
  scene = $state.raw<Scene | null>(null);
  /** What the motion is about just now. */
  note = $state.raw<Note | null>(null);
  playing = $state(false);
  /** How many events have not been shown to their end. */
  waiting = $state(0);
  /** What is being played: the effects of its event. */
  shown = $state.raw<Effects | null>(null);
  layer: Layer | null = null;

  #queue: Shown[] = [];
  #hasty = false;
  /** Counts the jumps: a motion that began before one must not go on after it. */
  #jumps = 0;
  #wake: (() => void) | null = null;

  /** Play what has happened, after what is waiting already. */
  add(updates: readonly Shown[]): void {
    this.#queue.push(...updates);
    this.waiting += updates.length;
    if (!this.playing && this.#queue.length) void this.#run();
  }

  /** Show a position at once and forget what is waiting. */
  jump(position: Position | null, last?: ReadonlySet<string>): void {
    this.#queue = [];
    this.waiting = 0;
    this.#jumps++;
    this.#wake?.();
    this.scene = position && atRest(position, last);
  }

  /** End all motion: the table is as it will be. */
  skip(): void {
    if (!this.playing) return;
    this.#hasty = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.playing = true;
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      await this.#perform(update);
      this.waiting = this.#queue.length;
    }
    this.playing = this.#hasty = false;
    this.note = this.shown = null;
  }

  async #perform(update: Shown): Promise<void> {
    const jumps = this.#jumps;
    const { position } = update.game;
    const before = this.scene?.position;
    let moved = this.scene?.last;
    this.shown = update.effects;
    try {
      const stages = before && position ? stage(before, update) : [];
      // A move that was taken back has left no trace.
      const undone = position?.text !== before?.text && !stages.length;
      moved = undone ? undefined : (stages.at(-1)?.last ?? moved);
      for (const made of stages) {
        const factor = pace() * hurry(this.#queue.length, document.visibilityState === 'hidden');
        if (this.#hasty || factor === 0) break;
        await this.#show(made, factor);
        if (jumps !== this.#jumps) return;
      }
    } catch (error) {
      // Motion that fails must not hold up the game: the table is right without it.
      console.error(error);
      this.layer?.clear();
    }
    this.scene = position && atRest(position, moved);
  }

  async #show(made: Stage, factor: number): Promise<void> {
    const departures = this.layer?.measure(made.flights) ?? [];
    this.note = made.note;
    this.scene = sceneOf(made);
    await tick();
    await this.layer?.launch(departures, factor);
    await this.#wait(made.length * factor);
    // The pieces are drawn in their places before those above the table go.
    if (this.scene?.position === made.position) this.scene = { ...this.scene, hidden: new Set() };
    await tick();
    this.layer?.clear();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
    });
  }
}
