/** A deal: tiles fly from the bag to the displays, one display after the other. */

import { slot } from '$lib/board/model';
import { COLOURS, type Colour, type Effects, type Position } from '$lib/api/types';
import { copy } from './sketch';
import { FLIGHT, type Flight, type Stage } from './types';

const STEP = 28;

export function dealStages(before: Position, effects: Effects, after: Position): Stage[] {
  const stages: Stage[] = [];
  const none = { lit: new Set<string>(), badges: [], last: new Set<string>() };
  if (effects.refilled) {
    const position = copy(before);
    position.bag = before.bag.map((tiles, n) => tiles + (before.lid[n] ?? 0));
    position.lid = [0, 0, 0, 0, 0];
    const flights = COLOURS.filter((_, n) => (before.lid[n] ?? 0) > 0).map((piece, n): Flight => ({
      piece,
      from: slot.lid(),
      to: slot.bag(),
      delay: n * 70,
    }));
    stages.push({ ...none, position, flights, note: { kind: 'refill' }, length: FLIGHT + 300 });
  }
  const position = copy(after);
  const flights = after.displays.flatMap((letters, display) =>
    [...letters].map((letter, n): Flight => ({
      piece: letter as Colour,
      from: slot.bag(),
      to: slot.display(display, n),
      delay: 0,
    })),
  );
  flights.forEach((flight, n) => (flight.delay = n * STEP));
  stages.push({ ...none, position, flights, note: null, length: FLIGHT + flights.length * STEP });
  return stages;
}
