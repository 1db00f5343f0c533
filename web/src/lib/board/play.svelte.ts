/** What all parts of one table share: what is shown, what may be done, what is being done. */

import { getContext, setContext } from 'svelte';
import type { Choice, Colour } from '$lib/api/types';
import { slot, type Badge, type Group, type Table, type Touch } from './model';

export interface Given {
  table: Table;
  touch: Touch;
  letters?: boolean;
  readonly?: boolean;
}

/** Tiles carried under the pointer. */
export interface Carried {
  group: Group;
  count: number;
  marker: boolean;
  x: number;
  y: number;
  /** How large a tile is. */
  size: number;
}

const KEY = Symbol('table');

export class Play {
  /** The tiles being dragged. */
  carried = $state.raw<Carried | null>(null);
  /** The table has been drawn once; what is not needed for that comes now. */
  drawn = $state(false);

  readonly #given: () => Given;
  readonly #badges = $derived.by(() => {
    const places = new Map<string, Badge[]>();
    for (const badge of this.scene.badges) {
      places.set(badge.slot, [...(places.get(badge.slot) ?? []), badge]);
    }
    return places;
  });
  readonly #targets = $derived.by(() => {
    const { picked, choices } = this.offer;
    if (!this.live) return [];
    if (this.tiling) return [...choices];
    return picked ? choices.filter((choice) => comesFrom(choice, picked)) : [];
  });
  readonly #preview = $derived.by(() => {
    const { aimed, seat } = this.offer;
    return this.live && aimed && seat !== null ? this.#foresee(aimed, seat) : new Map();
  });

  constructor(given: () => Given) {
    this.#given = given;
    setContext(KEY, this);
  }

  get table() {
    return this.#given().table;
  }
  get touch() {
    return this.#given().touch;
  }
  get scene() {
    return this.table.scene;
  }
  get position() {
    return this.scene.position;
  }
  get offer() {
    return this.table.offer;
  }
  get letters() {
    return this.#given().letters ?? false;
  }
  /** Something can be done at the table now. */
  get live() {
    return !this.#given().readonly && this.offer.seat !== null;
  }
  get readonly() {
    return this.#given().readonly ?? false;
  }
  /** Columns of a gray wall are being chosen. */
  get tiling() {
    return this.offer.choices.some(({ column }) => column !== null);
  }
  /** The choices for what is in hand. */
  get targets(): readonly Choice[] {
    return this.#targets;
  }

  /** Whether a seat is to move. */
  acts(seat: number): boolean {
    return !this.table.over && this.position.player === seat;
  }
  hidden(place: string): boolean {
    return this.scene.hidden.has(place);
  }
  lit(place: string): boolean {
    return this.scene.lit.has(place);
  }
  last(place: string): boolean {
    return this.scene.last.has(place);
  }
  badges(place: string): readonly Badge[] {
    return this.#badges.get(place) ?? [];
  }
  /** What would lie on an empty place after the choice aimed at; `x` is the marker. */
  foreseen(place: string): Colour | 'x' | null {
    return this.#preview.get(place) ?? null;
  }

  /** One of the choices for a group, if it may be taken. */
  choiceOf(group: Group): Choice | undefined {
    if (!this.live || this.tiling) return undefined;
    return this.offer.choices.find((choice) => comesFrom(choice, group));
  }
  isPicked(group: Group): boolean {
    const { picked } = this.offer;
    return picked !== null && picked.source === group.source && picked.colour === group.colour;
  }
  /** A hint recommends this group. */
  isHinted(group: Group): boolean {
    const hinted = this.hinted;
    return hinted !== undefined && hinted.column === null && comesFrom(hinted, group);
  }
  get hinted(): Choice | undefined {
    return this.offer.choices.find(({ move }) => move === this.offer.hint);
  }
  isAimed(choice: Choice): boolean {
    return this.offer.aimed?.move === choice.move;
  }

  /** The choice that ends on a line, or the floor (null), of a seat. */
  target(seat: number, line: number | null): Choice | undefined {
    if (seat !== this.offer.seat || this.tiling) return undefined;
    return this.targets.find((choice) => choice.line === line);
  }
  /** The choice of a space on a gray wall. */
  column(seat: number, row: number, column: number): Choice | undefined {
    if (seat !== this.offer.seat || !this.tiling) return undefined;
    return this.targets.find((choice) => choice.line === row && choice.column === column);
  }

  /** Take a group in hand, or put it back. */
  toggle(group: Group): void {
    if (this.isPicked(group)) this.touch.cancel();
    else this.touch.pick(group);
  }

  #foresee(choice: Choice, seat: number): Map<string, Colour | 'x'> {
    const board = this.position.boards[seat];
    const places = new Map<string, Colour | 'x'>();
    if (!board) return places;
    if (choice.column !== null && choice.line !== null) {
      places.set(slot.wall(seat, choice.line, choice.column), choice.colour);
      return places;
    }
    if (choice.line !== null) {
      const filled = board.lines[choice.line]?.count ?? 0;
      for (let n = 0; n < choice.on_line; n++) {
        places.set(slot.line(seat, choice.line, filled + n), choice.colour);
      }
    }
    let next = board.floor.length;
    if (choice.marker) places.set(slot.floor(seat, next++), 'x');
    for (let n = 0; n < choice.fallen; n++) places.set(slot.floor(seat, next++), choice.colour);
    return places;
  }
}

/** The table the component lies on. */
export function play(): Play {
  return getContext<Play>(KEY);
}

export function comesFrom(choice: Choice, group: Group): boolean {
  return choice.column === null && choice.source === group.source && choice.colour === group.colour;
}
