import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { makeCode, QUIET } from './qr';
import QrCode from './QrCode.svelte';

/** The modules a path fills, as rows of booleans. */
function drawn(path: string, size: number): boolean[][] {
  const field = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let n = 0; n < Number(width); n += 1) field[Number(y)]![Number(x) + n] = true;
  }
  return field;
}

it('has its three finders and a quiet frame', () => {
  const { size, path } = makeCode('https://example.org/game/abc?key=def');
  const field = drawn(path, size);
  const far = size - QUIET - 7;
  for (const [top, left] of [
    [QUIET, QUIET],
    [QUIET, far],
    [far, QUIET],
  ] as const) {
    const finder = field.slice(top, top + 7).map((row) => row.slice(left, left + 7));
    const rows = finder.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));
    expect(rows).toEqual([
      '#######',
      '#.....#',
      '#.###.#',
      '#.###.#',
      '#.###.#',
      '#.....#',
      '#######',
    ]);
  }
  expect(field.slice(0, QUIET).flat()).not.toContain(true);
  expect(field.map((row) => row.slice(0, QUIET)).flat()).not.toContain(true);
});

it('is an image with a name on a white ground', async () => {
  const { container, findByRole } = render(QrCode, {
    text: 'https://example.org',
    label: 'The link',
  });
  expect((await findByRole('img')).getAttribute('aria-label')).toBe('The link');
  expect(container.querySelector('rect')?.getAttribute('fill')).toBe('#fff');
});
