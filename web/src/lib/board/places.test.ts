import { describe, expect, it } from 'vitest';
import { firstTarget } from './keys';
import { arch, bunches, printed, quarters, ring } from './places';
import { LATE, MIDDLE } from './samples';

describe('tiles on a display', () => {
  it('are bunched by colour', () => {
    expect(bunches('BRRK')).toEqual([
      { colour: 'B', tiles: [0] },
      { colour: 'R', tiles: [1, 2] },
      { colour: 'K', tiles: [3] },
    ]);
  });

  it('lie side by side when they are two of a colour', () => {
    expect(quarters('BRRK')).toEqual([2, 0, 1, 3]);
    expect(quarters('BYYY')).toEqual([3, 0, 1, 2]);
    expect(quarters('')).toEqual([0, 1, 2, 3]);
  });
});

describe('the wall', () => {
  it('has every colour once in each row and column', () => {
    expect([0, 1, 2, 3, 4].map((column) => printed(0, column)).join('')).toBe('BYRKW');
    expect([0, 1, 2, 3, 4].map((column) => printed(1, column)).join('')).toBe('WBYRK');
  });
});

describe('displays', () => {
  it.each([5, 7, 9])('%i of them fill their frame', (count) => {
    for (const points of [ring(count), arch(count)]) {
      expect(points).toHaveLength(count);
      expect(Math.min(...points.map(({ y }) => y))).toBeCloseTo(0);
      expect(Math.max(...points.map(({ y }) => y))).toBeCloseTo(1);
      for (const { x } of points) {
        expect(x).toBeGreaterThan(-0.01);
        expect(x).toBeLessThan(1.01);
      }
    }
  });
});

describe('the first line looked at', () => {
  const from = (sample: typeof LATE, start: string) =>
    sample.choices.filter(({ move }) => move.startsWith(start));

  it('is the topmost in which all fit, else the topmost, else the floor', () => {
    expect(firstTarget(from(MIDDLE, 'cR'))?.move).toBe('cR4');
    expect(firstTarget(from(LATE, 'cB'))?.move).toBe('cB5');
    expect(firstTarget(from(LATE, 'cK'))?.move).toBe('cK-');
  });
});
