/** The stream of fair numbers that a seed stands for; see "Fair deals" in docs/notation.md. */

import { join, sha256 } from './sha256';

const WORDS = 2 ** 32;
const DISPLAY_SIZE = 4;

export class Stream {
  private block = 0;
  private words: number[] = [];

  constructor(private readonly seed: Uint8Array) {}

  /** A number below n, each with the same chance. */
  uniform(n: number): number {
    const limit = Math.floor(WORDS / n) * n;
    let word = this.next();
    // The last, incomplete run of n would favour the small numbers.
    while (word >= limit) word = this.next();
    return word % n;
  }

  private next(): number {
    if (this.words.length === 0) {
      const index = new DataView(new ArrayBuffer(8));
      index.setBigUint64(0, BigInt(this.block++));
      const digest = sha256(join(this.seed, new Uint8Array(index.buffer)));
      const view = new DataView(digest.buffer);
      this.words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
    }
    return this.words.shift()!;
  }
}

export interface Drawn {
  /** How many of each colour lie on each display. */
  displays: number[][];
  /** What is left in the bag. */
  bag: number[];
  lid: number[];
}

/** Draw a deal tile by tile; a bag found empty is refilled from the lid. */
export function drawDeal(
  stream: Stream,
  numDisplays: number,
  before: { bag: readonly number[]; lid: readonly number[] },
): Drawn {
  let bag = [...before.bag];
  let lid = [...before.lid];
  const displays = Array.from({ length: numDisplays }, () => {
    const display = bag.map(() => 0);
    for (let tile = 0; tile < DISPLAY_SIZE; tile++) {
      if (count(bag) === 0) [bag, lid] = [lid, lid.map(() => 0)];
      const left = count(bag);
      if (left === 0) continue;
      const colour = pick(bag, stream.uniform(left));
      bag[colour] = bag[colour]! - 1;
      display[colour] = display[colour]! + 1;
    }
    return display;
  });
  return { displays, bag, lid };
}

/** Choose by cumulative count in colour order. */
function pick(bag: readonly number[], number: number): number {
  let left = number;
  for (const [colour, tiles] of bag.entries()) {
    if (left < tiles) return colour;
    left -= tiles;
  }
  throw new RangeError('the number drawn must be below the number of tiles');
}

function count(tiles: readonly number[]): number {
  return tiles.reduce((sum, n) => sum + n, 0);
}
