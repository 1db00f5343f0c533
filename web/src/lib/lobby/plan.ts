/** A table as somebody sets it up, and what the server is asked for. */

import type { Clock, SeatPlan, TableSettings, WallKind } from '$lib/api/types';
import { isLevel, LEVELS, type LevelName } from './levels';

export type With = 'level' | 'friends' | 'local';
export type Place =
  { who: 'friend' } | { who: 'level'; level: LevelName } | { who: 'local'; name: string };

/** The first seat is always for whoever opens the table; `others` are the seats after it. */
export interface Plan {
  others: Place[];
  wall: WallKind;
  public: boolean;
  clock: Clock['kind'];
  moveSeconds: number;
  bankMinutes: number;
  days: number;
  start: number | null;
  /** Begin by itself once everybody is there. */
  atOnce: boolean;
  hints: boolean;
  /** After how many seconds of absence somebody is stood in for; 0: never. */
  standInAfter: number;
}

export const MOVE_SECONDS = [15, 30, 60, 120, 300];
export const BANK_MINUTES = [5, 10, 15, 30, 60];
export const DAYS = [1, 2, 3, 7];
export const STAND_IN_SECONDS = [0, 60, 300, 3600, 86_400];
const INCREMENT = 10;
/** Somebody pleasant to play on against. */
const STAND_IN: LevelName = 'keen';

/** A table for one of the three ways to play. */
export function newPlan(kind: With, players: number, level: LevelName, wall: WallKind): Plan {
  const kinds: Record<With, Place> = {
    level: { who: 'level', level },
    friends: { who: 'friend' },
    local: { who: 'local', name: '' },
  };
  return {
    others: withOthers([kinds[kind]], players),
    wall,
    public: false,
    clock: 'none',
    moveSeconds: 60,
    bankMinutes: 10,
    days: 2,
    start: null,
    atOnce: true,
    hints: true,
    standInAfter: 0,
  };
}

/** As many others as the table needs: those there are, and more of the kind of the last one. */
export function withOthers(others: readonly Place[], players: number): Place[] {
  const all = others.slice(0, players - 1);
  while (all.length < players - 1) {
    const last = all.at(-1) ?? { who: 'friend' };
    if (last.who === 'local') all.push({ who: 'local', name: '' });
    else if (last.who === 'friend') all.push(last);
    else all.push({ who: 'level', level: another(all) });
  }
  return all;
}

/** A character who does not sit there yet, about as strong as the first: weaker, stronger, ... */
function another(others: readonly Place[]): LevelName {
  const there = others.flatMap((place) => (place.who === 'level' ? [place.level] : []));
  const first = LEVELS.indexOf(there[0]!);
  const far = (level: LevelName) => Math.abs(LEVELS.indexOf(level) - first);
  const near = LEVELS.toSorted((a, b) => far(a) - far(b));
  return near.find((level) => !there.includes(level)) ?? LEVELS[first]!;
}

/** What the address of the page asks for, with sensible answers where it says nothing. */
export function planFrom(read: (name: string) => string | null, level: LevelName): Plan {
  const asked = read('level');
  return newPlan(
    withFrom(read('with')),
    playersFrom(read('players')),
    isLevel(asked) ? asked : level,
    read('wall') === 'gray' ? 'gray' : 'coloured',
  );
}

function withFrom(word: string | null): With {
  return word === 'friends' || word === 'local' ? word : 'level';
}

function playersFrom(word: string | null): number {
  const players = Number(word);
  return players === 3 || players === 4 ? players : 2;
}

/** Whether anybody has to be waited for. */
export function waitsForFriends(plan: Plan): boolean {
  return plan.others.some((place) => place.who === 'friend');
}

/** The settings of the table; `nameOf` names those on this device who have not been given a name. */
export function settingsOf(plan: Plan, nameOf: (seat: number) => string): TableSettings {
  const friends = waitsForFriends(plan);
  const seats: SeatPlan[] = plan.others.map((place, n) => {
    if (place.who === 'friend') return { kind: 'open' };
    if (place.who === 'level') return { kind: 'level', level: place.level };
    return { kind: 'local', name: place.name.trim() || nameOf(n + 1) };
  });
  return {
    seats: [{ kind: 'host' }, ...seats],
    wall: plan.wall,
    // Nobody can join a table without a free seat: it stays between those who play.
    public: friends && plan.public,
    clock: clockOf(plan),
    start: plan.start !== null && plan.start <= plan.others.length ? plan.start : null,
    begins: friends && !plan.atOnce ? 'by-host' : 'when-full',
    stand_in:
      friends && plan.standInAfter > 0
        ? { level: STAND_IN, after_seconds: plan.standInAfter }
        : null,
    hints: plan.hints,
  };
}

function clockOf(plan: Plan): Clock {
  switch (plan.clock) {
    case 'none':
      return { kind: 'none' };
    case 'move':
      return { kind: 'move', seconds: plan.moveSeconds };
    case 'bank':
      return { kind: 'bank', seconds: plan.bankMinutes * 60, increment: INCREMENT };
    case 'days':
      return { kind: 'days', days: plan.days };
  }
}
