import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Effects, Position } from '$lib/api/types';
import { stage } from './stage';

interface Step {
  effects?: Effects;
  position: Position;
}

const packed = readFileSync('src/lib/motion/fixtures/games.json.gz');
const games = JSON.parse(gunzipSync(packed).toString()) as Step[][];

function steps(): { before: Position; effects: Effects; after: Position; name: string }[] {
  return games.flatMap((game, g) =>
    game.slice(1).flatMap((step, n) => {
      const before = game[n]?.position;
      if (!before || !step.effects) return [];
      const name = `game ${g} step ${n + 1}`;
      return [{ before, effects: step.effects, after: step.position, name }];
    }),
  );
}

const lying = ({ boards, displays, centre, marker_in_centre, bag, lid }: Position) => ({
  boards,
  displays,
  centre,
  marker_in_centre,
  bag,
  lid,
});

describe('stages of recorded games', () => {
  it('end where the server says the game stands', () => {
    for (const { before, effects, after, name } of steps()) {
      const stages = stage(before, { effects, game: { position: after } });
      expect(stages.length, name).toBeGreaterThan(0);
      expect(lying(stages.at(-1)?.position ?? before), name).toEqual(lying(after));
    }
  });

  it('lose and make no tile on the way', () => {
    for (const { before, effects, after, name } of steps()) {
      for (const made of stage(before, { effects, game: { position: after } }))
        expect(tiles(made.position), name).toBe(100);
    }
  });

  it('fly from places that are filled to places that are free, at most one to a place', () => {
    const whole = new Set(['bag', 'lid', 'c']);
    for (const { before, effects, after, name } of steps()) {
      let lies = filled(before);
      for (const made of stage(before, { effects, game: { position: after } })) {
        const seen = new Set<string>();
        for (const { from, to } of made.flights) {
          if (!whole.has(from)) expect(lies.has(from), `${name}: from ${from}`).toBe(true);
          if (whole.has(to) || /^p\d$/.test(to)) continue;
          expect(seen.has(to), `${name}: twice to ${to}`).toBe(false);
          seen.add(to);
          expect(filled(made.position).has(to), `${name}: to ${to}`).toBe(true);
        }
        lies = filled(made.position);
      }
    }
  });

  it('have every kind of scene', () => {
    const kinds = new Set<string>();
    for (const { before, effects, after } of steps())
      for (const made of stage(before, { effects, game: { position: after } }))
        kinds.add(made.note?.kind ?? 'none');
    const all = ['colour', 'column', 'drop', 'none', 'penalty', 'refill', 'row', 'tile'];
    expect([...kinds].sort()).toEqual(all);
  });

  it('light up exactly the runs the server counted', () => {
    for (const { before, effects, after, name } of steps()) {
      const scores = stage(before, { effects, game: { position: after } }).filter(
        (made) => made.note?.kind === 'tile' && made.badges.length,
      );
      effects.tiled
        .filter((tiled) => tiled.column !== null)
        .forEach((tiled, n) => {
          const size = tiled.across + tiled.down - 1;
          expect(scores[n]?.lit.size, name).toBe(size);
          expect(scores[n]?.badges[0]?.text, name).toBe(`+${tiled.points}`);
        });
    }
  });
});

describe('a marker with a full floor line', () => {
  it('comes to lie beside the board', () => {
    const before = structuredClone(games[0]?.[1]?.position) as Position;
    const own = before.boards[0];
    if (!own) throw new Error('no board');
    own.floor = 'RRRRRRR';
    before.centre = 'B';
    const after = structuredClone(before);
    after.centre = '';
    after.marker_in_centre = false;
    Object.assign(after.boards[0] ?? {}, {
      marker_beside: true,
      lines: [{ colour: 'B', count: 1 }, null, null, null, null],
    });
    const effects: Effects = {
      player: 0,
      deal: null,
      refilled: false,
      taken: { source: null, colour: 'B', count: 1, marker: true, to_centre: '' },
      placed: { line: 0, on_line: 1, fallen: 0, discarded: 0, marker_beside: true },
      tiled: [],
      penalties: [],
      bonuses: [],
      scores: [0, 0],
    };
    const stages = stage(before, { effects, game: { position: after } });
    expect(stages).toHaveLength(1);
    expect(lying(stages[0]?.position as Position)).toEqual(lying(after));
    expect(stages[0]?.flights[0]).toMatchObject({ piece: 'x', from: 'c.x', to: 'p0' });
  });
});

function tiles(position: Position): number {
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
  const onBoards = position.boards.map(
    (board) =>
      sum(board.lines.map((line) => line?.count ?? 0)) +
      board.wall.join('').replaceAll('.', '').length +
      board.floor.replace('x', '').length,
  );
  const offered = position.displays.join('').length + position.centre.length;
  return offered + sum(onBoards) + sum(position.bag) + sum(position.lid);
}

/** Every place with a piece on it. */
function filled(position: Position): Set<string> {
  const places = new Set<string>();
  position.displays.forEach((display, d) =>
    [...display].forEach((_, n) => places.add(`d${d}.${n}`)),
  );
  const counts = new Map<string, number>();
  for (const letter of position.centre) {
    const n = counts.get(letter) ?? 0;
    counts.set(letter, n + 1);
    places.add(`c.${letter}${n}`);
  }
  if (position.marker_in_centre) places.add('c.x');
  position.boards.forEach((board, seat) => {
    board.lines.forEach((line, row) => {
      for (let n = 0; n < (line?.count ?? 0); n++) places.add(`p${seat}.l${row}.${n}`);
    });
    board.wall.forEach((letters, row) =>
      [...letters].forEach((c, column) => c !== '.' && places.add(`p${seat}.w${row}.${column}`)),
    );
    [...board.floor].forEach((_, n) => places.add(`p${seat}.f${n}`));
  });
  return places;
}
