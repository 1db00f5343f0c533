/** The story of a game by rounds: what the log shows and replays step through. */

import type { Effects, Placed, Taken, Tiled, Update } from '$lib/api/types';
import { announce } from './announce';

export interface Entry {
  /** The update's number: the moment to show. */
  number: number;
  seat: number | null;
  /** Tiles taken and placed. */
  taken: Taken | null;
  placed: Placed | null;
  /** A column of a gray wall that was chosen. */
  tiled: Tiled | null;
  /** A sentence, for all that is no move. */
  note: string;
  undone: boolean;
}

/** What a round brought a seat, and its score after it. */
export interface Gain {
  wall: number;
  floor: number;
  bonus: number;
  score: number;
}

export interface Chapter {
  round: number;
  /** The number of its deal. */
  number: number;
  start: number;
  refilled: boolean;
  entries: Entry[];
  /** Seat by seat, when the round is over. */
  gains: Gain[] | null;
  /** What is told after that. */
  after: Entry[];
}

const NOTED = new Set([
  'undone',
  'resigned',
  'timed-out',
  'resumed',
  'stood-in',
  'returned',
  'finished',
]);

/** A game's history by rounds. */
export function chapters(history: readonly Update[]): Chapter[] {
  const found: Chapter[] = [];
  // The moves of the present round that still stand, with their effects.
  let standing: { entry: Entry; effects: Effects | null }[] = [];
  for (const update of history) {
    const { event, effects, game } = update;
    if (event?.kind === 'dealt' && game.position) {
      standing = [];
      found.push({
        round: game.position.round,
        number: update.number,
        start: game.position.start,
        refilled: effects?.refilled ?? false,
        entries: [],
        gains: null,
        after: [],
      });
    }
    const chapter = found.at(-1);
    if (!chapter || !event) continue;
    if (event.kind === 'moved') {
      const entry = moveEntry(update);
      chapter.entries.push(entry);
      standing.push({ entry, effects });
      const phase = game.position?.phase;
      if (phase === 'deal' || phase === 'over') {
        chapter.gains = gains(standing.map((move) => move.effects));
      }
    } else if (NOTED.has(event.kind)) {
      if (event.kind === 'undone') {
        const back = standing.splice(standing.length - (event.moves ?? 0));
        for (const { entry } of back) entry.undone = true;
      }
      (chapter.gains ? chapter.after : chapter.entries).push(noteEntry(update));
    }
  }
  return found;
}

export interface Step {
  number: number;
  round: number;
  /** The how-manieth move of its round, 0 for the deal. */
  move: number;
}

/** The moments of a game that a replay stops at: after every deal, move and taking back. */
export function steps(history: readonly Update[]): Step[] {
  const found: Step[] = [];
  let move = 0;
  for (const { number, event, game } of history) {
    if (event?.kind === 'dealt') move = 0;
    else if (event?.kind === 'moved') move += 1;
    else if (event?.kind === 'undone') move -= event.moves ?? 0;
    else continue;
    // After the last move of a round the position already speaks of the next one.
    const round = event.kind === 'dealt' ? (game.position?.round ?? 1) : (found.at(-1)?.round ?? 1);
    found.push({ number, round, move });
  }
  return found;
}

function moveEntry({ number, event, effects }: Update): Entry {
  return {
    number,
    seat: event?.seat ?? null,
    taken: effects?.taken ?? null,
    placed: effects?.placed ?? null,
    tiled: effects?.taken ? null : (effects?.tiled[0] ?? null),
    note: '',
    undone: false,
  };
}

function noteEntry(update: Update): Entry {
  return {
    number: update.number,
    seat: update.event?.seat ?? null,
    taken: null,
    placed: null,
    tiled: null,
    note: announce(update),
    undone: false,
  };
}

function gains(all: readonly (Effects | null)[]): Gain[] {
  const scores = all.at(-1)?.scores ?? [];
  const found = scores.map((score) => ({ wall: 0, floor: 0, bonus: 0, score }));
  for (const effects of all) {
    for (const tile of effects?.tiled ?? []) found[tile.player]!.wall += tile.points;
    for (const penalty of effects?.penalties ?? []) found[penalty.player]!.floor += penalty.paid;
    for (const bonus of effects?.bonuses ?? []) found[bonus.player]!.bonus += bonus.points;
  }
  return found;
}
