/** A move of the offer: tiles fly to a line, the rest of the display slides to the centre. */

import { slot } from '$lib/board/model';
import type { Colour, Effects, Position } from '$lib/api/types';
import { board, copy, count, discard, fan, floorCost, sorted } from './sketch';
import { FLIGHT, type Flight, type Stage } from './types';

const STEP = 45;
const SLIDE_AFTER = 160;

export function takeStages(before: Position, effects: Effects, after: Position): Stage[] {
  const { taken, placed, player } = effects;
  if (!taken || !placed || player === null) return [];
  const position = copy(before);
  const own = board(position, player);
  const { colour } = taken;
  const last = new Set<string>();

  const from = sources(before, taken.source, colour);
  const rest = taken.source === null ? [] : leftovers(before, taken.source, colour);
  if (taken.source === null) {
    position.centre = position.centre.replaceAll(colour, '');
    last.add(slot.centreWhole());
  } else {
    position.displays[taken.source] = '';
    last.add(slot.displayWhole(taken.source));
  }

  const flights: Flight[] = [];
  if (taken.marker) {
    position.marker_in_centre = false;
    if (placed.marker_beside) own.marker_beside = true;
    const to = placed.marker_beside ? slot.board(player) : slot.floor(player, own.floor.length);
    flights.push({ piece: 'x', from: slot.marker(), to, delay: 0 });
    if (!placed.marker_beside) own.floor += 'x';
  }

  const to: string[] = [];
  if (placed.line !== null && placed.on_line > 0) {
    const had = own.lines[placed.line]?.count ?? 0;
    for (let n = 0; n < placed.on_line; n++) to.push(slot.line(player, placed.line, had + n));
    own.lines[placed.line] = { colour, count: had + placed.on_line };
  }
  for (let n = 0; n < placed.fallen; n++) to.push(slot.floor(player, own.floor.length + n));
  own.floor += colour.repeat(placed.fallen);
  for (const place of to) last.add(place);
  for (let n = 0; n < placed.discarded; n++) to.push(slot.lid());
  discard(position, colour, placed.discarded);
  flights.push(...fan(colour, from, to, 0, STEP));

  // The centre's new tiles lie behind those of their colour that are there already.
  const counts = new Map<Colour, number>();
  rest.forEach(({ colour: other, place }, n) => {
    const lies = counts.get(other) ?? count(before.centre, other);
    counts.set(other, lies + 1);
    const delay = SLIDE_AFTER + n * STEP;
    flights.push({ piece: other, from: place, to: slot.centre(other, lies), delay });
  });
  position.centre = sorted(position.centre + taken.to_centre);

  own.penalty = floorCost(effects, after, player);
  const latest = Math.max(0, ...flights.map((flight) => flight.delay));
  return [
    {
      position,
      flights,
      lit: new Set(),
      badges: [],
      last,
      note: null,
      length: latest + FLIGHT,
    },
  ];
}

function sources(before: Position, source: number | null, colour: Colour): string[] {
  if (source === null) {
    const tiles = count(before.centre, colour);
    return Array.from({ length: tiles }, (_, n) => slot.centre(colour, n));
  }
  return [...(before.displays[source] ?? '')].flatMap((letter, n) =>
    letter === colour ? [slot.display(source, n)] : [],
  );
}

function leftovers(before: Position, source: number, colour: Colour) {
  return [...(before.displays[source] ?? '')].flatMap((letter, n) =>
    letter === colour ? [] : [{ colour: letter as Colour, place: slot.display(source, n) }],
  );
}
