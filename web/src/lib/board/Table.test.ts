import { cleanup, render, screen, within } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import app from '$texts/en/app.json';
import game from '$texts/en/game.json';
import { start } from '$lib/i18n/index.svelte';
import { slot, type Offer, type Table as TableGiven } from './model';
import { LATE, MIDDLE, tableOf, TILING } from './samples';
import Table from './Table.svelte';

const touch = { pick: vi.fn(), aim: vi.fn(), place: vi.fn(), cancel: vi.fn() };

beforeAll(async () => {
  localStorage.setItem('azulejos.language', 'en');
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(new Response(JSON.stringify(address.includes('app') ? app : game))),
  );
  await start();
});
beforeEach(() => void vi.resetAllMocks());
afterEach(cleanup);

function show(table: TableGiven, more: { readonly?: boolean; letters?: boolean } = {}) {
  return render(Table, { table, touch, ...more });
}
function withOffer(table: TableGiven, offer: Partial<Offer>): TableGiven {
  return { ...table, offer: { ...table.offer, ...offer } };
}
function place(name: string): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-slot="${name}"]`)!;
}
function button(name: string): HTMLButtonElement {
  return screen.getByRole('button', { name });
}
/** All of the table is there, also what comes after its first drawing. */
async function complete(): Promise<void> {
  const { length } = document.querySelectorAll('.board');
  const there = () => document.querySelectorAll('.board > ul').length === length;
  await vi.waitUntil(there, { interval: 5 });
}
const choice = (sample: typeof LATE, move: string) =>
  sample.choices.find((each) => each.move === move)!;

describe('what can be taken', () => {
  it('is one button for each colour, named by what comes with it', () => {
    show(tableOf(MIDDLE));
    expect(button('3 yellow from display 2').disabled).toBe(false);
    expect(button('1 black from display 2').disabled).toBe(false);
    expect(button('2 red from display 3').disabled).toBe(true);
    expect(button('2 red from the centre, with the starting-player marker').disabled).toBe(false);
  });

  it('is picked with a click and put back with another', async () => {
    const { rerender } = show(tableOf(MIDDLE));
    button('3 yellow from display 2').click();
    expect(touch.pick).toHaveBeenCalledWith({ source: 1, colour: 'Y' });
    await rerender({
      table: withOffer(tableOf(MIDDLE), { picked: { source: 1, colour: 'Y' } }),
      touch,
    });
    expect(button('3 yellow from display 2').getAttribute('aria-pressed')).toBe('true');
    button('3 yellow from display 2').click();
    expect(touch.cancel).toHaveBeenCalled();
  });

  it('is nothing when somebody else acts', () => {
    show(withOffer(tableOf(MIDDLE), { seat: null, choices: [] }));
    const groups = document.querySelectorAll<HTMLButtonElement>('[data-group]');
    expect(groups.length).toBeGreaterThan(5);
    expect([...groups].every((group) => group.disabled)).toBe(true);
  });
});

describe('the centre', () => {
  const counts = () => [...document.querySelectorAll('.count')].map((each) => each.textContent);

  it('counts only tiles that have landed', () => {
    const table = tableOf(MIDDLE);
    const hidden = new Set([slot.centre('K', 2), slot.centre('R', 1)]);
    show({ ...table, scene: { ...table.scene, hidden } });
    expect(counts()).toEqual(['2']);
  });

  it('shows what will come from the display in hand', () => {
    show(withOffer(tableOf(MIDDLE), { picked: { source: 1, colour: 'Y' } }));
    expect(document.querySelectorAll('.coming > span')).toHaveLength(1);
  });

  it('is replaced by what is told when there is nothing more to take', () => {
    const told = createRawSnippet(() => ({ render: () => '<p>Ana wins</p>' }));
    render(Table, { table: tableOf(LATE), touch, told });
    expect(screen.getByText('Ana wins')).toBeTruthy();
    expect(place(slot.centreWhole())).toBeNull();
    expect(place(slot.board(1))).toBeTruthy();
  });
});

describe('where tiles in hand can go', () => {
  it('are the legal lines only, named by what would come of them', () => {
    show(withOffer(tableOf(MIDDLE), { picked: { source: null, colour: 'R' } }));
    const targets = [...document.querySelectorAll<HTMLElement>('[data-target]')];
    expect(targets.map((target) => target.dataset['target'])).toEqual(['cR1', 'cR4', 'cR-']);
    expect(targets.map((target) => target.ariaLabel ?? target.getAttribute('aria-label'))).toEqual([
      'line 1: 1 fits, the line is full, 3 points, 1 falls, minus 2 points',
      'line 4: 2 fit, minus 1 point',
      'floor line: 2 fall, minus 4 points',
    ]);
    targets[1]!.click();
    expect(touch.place).toHaveBeenCalledWith(choice(MIDDLE, 'cR4'));
  });

  it('show what would lie where while they are aimed at', () => {
    show(
      withOffer(tableOf(MIDDLE), {
        picked: { source: null, colour: 'R' },
        aimed: choice(MIDDLE, 'cR1'),
      }),
    );
    expect(place(slot.line(1, 0, 0)).dataset['foreseen']).toBe('R');
    expect(place(slot.floor(1, 0)).dataset['foreseen']).toBe('x');
    expect(place(slot.floor(1, 1)).dataset['foreseen']).toBe('R');
    expect(document.querySelectorAll('[data-foreseen]')).toHaveLength(3);
  });

  it('go on from the tiles that lie there', () => {
    show(
      withOffer(tableOf(LATE), {
        picked: { source: null, colour: 'B' },
        aimed: choice(LATE, 'cB5'),
      }),
    );
    expect(place(slot.line(0, 4, 3)).dataset['foreseen']).toBe('B');
    expect(place(slot.line(0, 4, 4)).dataset['foreseen']).toBe('B');
    expect(place(slot.floor(0, 1)).dataset['foreseen']).toBe('B');
  });

  it('mark the hint', () => {
    show(withOffer(tableOf(LATE), { picked: { source: null, colour: 'Y' }, hint: 'cY4' }));
    expect(button('2 yellow from the centre (hint)')).toBeTruthy();
    expect(button('line 4: 2 fit, the line is full, 4 points (hint)')).toBeTruthy();
  });
});

describe('columns of a gray wall', () => {
  it('are spaces of the wall, with their points', () => {
    show(tableOf(TILING));
    expect(button('row 3, column 1: 2 points')).toBeTruthy();
    button('row 3, column 4: 6 points').click();
    expect(touch.place).toHaveBeenCalledWith(choice(TILING, '3@4'));
    expect(document.querySelectorAll('[data-target]')).toHaveLength(3);
  });
});

describe('the scene', () => {
  it('draws places whose tile is on its way empty', () => {
    const table = tableOf(LATE);
    const hidden = new Set([slot.line(0, 4, 2), slot.wall(0, 0, 2), slot.centre('B', 2)]);
    show({ ...table, scene: { ...table.scene, hidden } });
    expect(place(slot.line(0, 4, 1)).dataset['holds']).toBe('B');
    for (const name of hidden) expect(place(name).dataset['holds']).toBeUndefined();
  });

  it('shows badges, glow and what happened last at their places', async () => {
    const table = tableOf(LATE);
    show({
      ...table,
      scene: {
        ...table.scene,
        badges: [{ slot: slot.wall(0, 0, 2), text: '+4', kind: 'gain' }],
        lit: new Set([slot.wall(0, 0, 3)]),
        last: new Set([slot.line(1, 0, 0), slot.floor(1, 6)]),
      },
    });
    await complete();
    expect(place(slot.wall(0, 0, 2)).textContent).toContain('+4');
    expect(place(slot.wall(0, 0, 3)).classList.contains('lit')).toBe(true);
    expect(place(slot.line(1, 0, 0)).classList.contains('last')).toBe(true);
    // The tile has gone from there since.
    expect(place(slot.floor(1, 6)).classList.contains('last')).toBe(false);
  });

  it('has the displays and the own board at once, what lies on the others after them', async () => {
    const table = tableOf(MIDDLE);
    const other = table.viewer === 0 ? 1 : 0;
    show(table);
    expect(place(slot.display(0, 0))).toBeTruthy();
    expect(place(slot.wall(table.viewer, 0, 0))).toBeTruthy();
    expect(place(slot.board(other))).toBeTruthy();
    expect(place(slot.wall(other, 0, 0))).toBeNull();
    await complete();
    expect(place(slot.wall(other, 0, 0))).toBeTruthy();
  });

  it('has every place under its name', async () => {
    show(tableOf(MIDDLE));
    await complete();
    for (const seat of [0, 1, 2]) {
      for (let row = 0; row < 5; row++) {
        for (let n = 0; n <= row; n++) expect(place(slot.line(seat, row, n))).toBeTruthy();
        for (let n = 0; n < 5; n++) expect(place(slot.wall(seat, row, n))).toBeTruthy();
      }
      for (let n = 0; n < 7; n++) expect(place(slot.floor(seat, n))).toBeTruthy();
      expect(place(slot.score(seat))).toBeTruthy();
      expect(place(slot.board(seat))).toBeTruthy();
    }
    for (let display = 0; display < 7; display++) {
      for (let n = 0; n < 4; n++) expect(place(slot.display(display, n))).toBeTruthy();
    }
    expect(place(slot.marker())).toBeTruthy();
    expect(place(slot.bag())).toBeTruthy();
    expect(place(slot.lid())).toBeTruthy();
  });
});

describe('a table to look at', () => {
  it('has nothing to press', () => {
    show(tableOf(LATE), { readonly: true });
    expect(screen.queryAllByRole('button')).toHaveLength(0);
    expect(screen.getByRole('img', { name: '2 yellow from the centre' })).toBeTruthy();
  });

  it('says every board in words', async () => {
    show(tableOf(LATE));
    await complete();
    const board = within(screen.getByRole('region', { name: /Board of Ana/ }));
    expect(board.getByText('Line 5: 3 of 5, blue')).toBeTruthy();
    expect(board.getByText('Wall row 1: nothing, nothing, red, black, nothing')).toBeTruthy();
    expect(board.getByText('Wall row 4: empty')).toBeTruthy();
    expect(board.getByText('Floor line: red; costs 1 point')).toBeTruthy();
    expect(board.getByText('10 points')).toBeTruthy();
  });

  it('puts the letters of the notation on tiles when asked to', () => {
    show(tableOf(LATE), { letters: true });
    expect(place(slot.line(0, 4, 0)).querySelector('text')?.textContent).toBe('B');
  });
});

describe('keys', () => {
  const key = (name: string) =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );

  it('go from group to group', () => {
    show(tableOf(LATE));
    button('3 blue from the centre').focus();
    key('ArrowRight');
    expect(document.activeElement).toBe(button('2 yellow from the centre'));
  });

  it('go from a picked group to the best line, and back with Escape', async () => {
    const { rerender } = show(tableOf(LATE));
    const group = button('2 yellow from the centre');
    group.focus();
    touch.pick.mockImplementation(() =>
      rerender({
        table: withOffer(tableOf(LATE), { picked: { source: null, colour: 'Y' } }),
        touch,
      }),
    );
    group.click();
    await tick();
    await tick();
    await vi.waitFor(() =>
      expect((document.activeElement as HTMLElement).dataset['target']).toBe('cY4'),
    );
    key('Escape');
    expect(touch.cancel).toHaveBeenCalled();
    expect(document.activeElement).toBe(group);
  });
});
