/** The end of a round: tiles go to the walls and score, floors are paid for, bonuses counted. */

import { slot } from '$lib/board/model';
import { COLOURS, type Bonus, type Colour, type Effects, type Position } from '$lib/api/types';
import type { Penalty, Tiled } from '$lib/api/types';
import { board, copy, discard, fan, floorCost, runs, setWall } from './sketch';
import { FLIGHT, type Flight, type Note, type Stage } from './types';

const SCORE = 480;
/** The first tiles of a round are looked at longest; the last ones score at this pace. */
const SCORE_LEAST = 180;
const SCORE_LESS = 50;
const BONUS = 950;
const BONUS_LEAST = 600;
const BONUS_LESS = 35;
const STEP = 20;
const SPARE_AFTER = 40;
const MINUS = '\u2212';

export function tilingStages(
  before: Position,
  effects: Effects,
  after: Position,
  last: Set<string>,
): Stage[] {
  const stages: Stage[] = [];
  let position = before;
  for (const [n, tiled] of effects.tiled.entries()) {
    const scoring = Math.max(SCORE_LEAST, SCORE - n * SCORE_LESS);
    const costs = floorCost(effects, after, tiled.player);
    const made =
      tiled.column === null
        ? dropped(position, tiled, costs)
        : laid(position, tiled, last, scoring);
    stages.push(...made);
    position = made.at(-1)?.position ?? position;
  }
  return stages;
}

/** One tile goes to the wall, the others of its line to the lid; then it scores. */
function laid(before: Position, tiled: Tiled, last: Set<string>, scoring: number): Stage[] {
  const { player, row, colour } = tiled;
  const column = tiled.column ?? 0;
  const space = slot.wall(player, row, column);
  last.add(space);

  const landed = copy(before);
  board(landed, player).lines[row] = null;
  setWall(landed, player, row, column, colour);
  discard(landed, colour, tiled.discarded);
  const spare = Array.from({ length: tiled.discarded }, (_, n) => slot.line(player, row, n + 1));
  const flights: Flight[] = [
    { piece: colour, from: slot.line(player, row, 0), to: space, delay: 0 },
    ...fan(colour, spare, spare.map(slot.lid), SPARE_AFTER, STEP),
  ];

  const scored = copy(landed);
  board(scored, player).score += tiled.points;
  const note: Note = { kind: 'tile', seat: player, points: tiled.points };
  return [
    plain(
      landed,
      flights,
      last,
      note,
      FLIGHT + (spare.length ? SPARE_AFTER + spare.length * STEP : 0),
    ),
    {
      ...plain(scored, [], last, note, scoring),
      lit: runs(scored, player, row, column),
      badges: [{ slot: space, text: `+${tiled.points}`, kind: 'gain' }],
    },
  ];
}

/** No column is open for a line: its tiles fall. */
function dropped(before: Position, tiled: Tiled, costs: number): Stage[] {
  const { player, row, colour } = tiled;
  const position = copy(before);
  const own = board(position, player);
  const from = Array.from({ length: row + 1 }, (_, n) => slot.line(player, row, n));
  const to = from.map((_, n) =>
    n < tiled.fallen ? slot.floor(player, own.floor.length + n) : slot.lid(),
  );
  own.lines[row] = null;
  own.floor += colour.repeat(tiled.fallen);
  own.penalty = costs;
  discard(position, colour, tiled.discarded);
  const flights = fan(colour, from, to, 0, STEP);
  return [
    plain(position, flights, new Set(), { kind: 'drop', seat: player }, FLIGHT + row * STEP + 200),
  ];
}

/** Each floor line is paid for; then all are cleared together. */
export function penaltyStages(before: Position, effects: Effects, last: Set<string>): Stage[] {
  const stages: Stage[] = [];
  let position = before;
  for (const penalty of effects.penalties) {
    const made = paid(position, penalty, last);
    stages.push(made);
    position = made.position;
  }
  const told = stages.at(-1);
  return told ? [...stages, swept(told, effects, last)] : [];
}

function paid(before: Position, { player, ...penalty }: Penalty, last: Set<string>): Stage {
  const note: Note = { kind: 'penalty', seat: player, points: -penalty.paid };
  const position = copy(before);
  const own = board(position, player);
  own.score -= penalty.paid;
  own.penalty = penalty.cost;
  const places = [...own.floor].map((_, n) => slot.floor(player, n));
  return {
    ...plain(position, [], last, note, SCORE),
    lit: new Set(places),
    badges: [
      {
        slot: places.at(-1) ?? slot.floor(player, 0),
        text: `${MINUS}${penalty.paid}`,
        kind: 'loss',
      },
    ],
  };
}

function swept(before: Stage, effects: Effects, last: Set<string>): Stage {
  const position = copy(before.position);
  const flights: Flight[] = [];
  for (const { player } of effects.penalties) {
    const own = board(position, player);
    [...own.floor].forEach((letter, n) => {
      if (letter !== 'x') discard(position, letter as Colour, 1);
      flights.push({
        piece: letter as Colour | 'x',
        from: slot.floor(player, n),
        to: letter === 'x' ? slot.centreWhole() : slot.lid(),
        delay: n * STEP,
      });
    });
    own.floor = '';
    own.penalty = 0;
    own.marker_beside = false;
  }
  const latest = Math.max(0, ...flights.map(({ delay }) => delay));
  return plain(position, flights, last, before.note, FLIGHT + latest);
}

/** Complete rows, columns and colours, one at a time. */
export function bonusStages(before: Position, effects: Effects): Stage[] {
  const stages: Stage[] = [];
  let position = before;
  let told = 0;
  for (const bonus of effects.bonuses) {
    for (const part of parts(position, bonus)) {
      position = copy(position);
      board(position, bonus.player).score += part.points;
      const note: Note = { kind: part.kind, seat: bonus.player, points: part.points };
      stages.push({
        ...plain(position, [], new Set(), note, Math.max(BONUS_LEAST, BONUS - told * BONUS_LESS)),
        lit: new Set(part.places),
        badges: [
          {
            slot: part.places[2] ?? slot.score(bonus.player),
            text: `+${part.points}`,
            kind: 'bonus',
          },
        ],
      });
      told++;
    }
  }
  return stages;
}

interface Part {
  kind: 'row' | 'column' | 'colour';
  points: number;
  places: string[];
}

function parts(position: Position, bonus: Bonus): Part[] {
  const seat = bonus.player;
  const five = [0, 1, 2, 3, 4];
  const { wall } = board(position, seat);
  return [
    ...bonus.rows.map((row): Part => ({
      kind: 'row',
      points: 2,
      places: five.map((column) => slot.wall(seat, row, column)),
    })),
    ...bonus.columns.map((column): Part => ({
      kind: 'column',
      points: 7,
      places: five.map((row) => slot.wall(seat, row, column)),
    })),
    ...COLOURS.filter((colour) => bonus.colours.includes(colour)).map((colour): Part => ({
      kind: 'colour',
      points: 10,
      places: five.map((row) => slot.wall(seat, row, wall[row]?.indexOf(colour) ?? 0)),
    })),
  ];
}

function plain(
  position: Position,
  flights: Flight[],
  last: Set<string>,
  note: Note | null,
  length: number,
): Stage {
  return { position, flights, lit: new Set(), badges: [], last: new Set(last), note, length };
}
