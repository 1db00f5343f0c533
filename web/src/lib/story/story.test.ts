import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { chapters, steps } from './chapters';
import { history, last, type Name } from './fixtures/games';
import { speak } from './fixtures/speak';
import Log from './Log.svelte';
import { ranking } from './ranking';
import Result from './Result.svelte';
import Scrubber from './Scrubber.svelte';

beforeAll(() => speak('en'));
afterEach(cleanup);

describe('chapters', () => {
  test.each<Name>(['duel', 'four', 'conceded', 'shared'])('%s, round by round', (name) => {
    const game = history(name);
    const rounds = chapters(game);
    expect(rounds.map((round) => round.round)).toEqual(rounds.map((_, index) => index + 1));
    let before = last(game).seats.map(() => 0);
    for (const { gains } of rounds) {
      if (!gains) continue;
      // What a round brings is what the scores differ by.
      const sum = gains.map((g, seat) => before[seat]! + g.wall - g.floor + g.bonus);
      expect(sum).toEqual(gains.map((gain) => gain.score));
      before = sum;
    }
    expect(before).toEqual(last(game).result!.scores);
  });

  test('moves taken back are marked', () => {
    const [first] = chapters(history('duel'));
    expect(first!.entries.filter((entry) => entry.undone).map((e) => e.number)).toEqual([8]);
  });

  test('the steps of a replay', () => {
    const all = steps(history('duel'));
    expect(all.slice(0, 6)).toEqual([
      { number: 5, round: 1, move: 0 },
      { number: 6, round: 1, move: 1 },
      { number: 7, round: 1, move: 2 },
      { number: 8, round: 1, move: 3 },
      { number: 13, round: 1, move: 2 },
      { number: 14, round: 1, move: 3 },
    ]);
    expect(all.at(-1)!.round).toBe(5);
  });
});

describe('log', () => {
  const game = history('duel').slice(0, 24);
  const props = { history: game, seats: last(game).seats, at: null, onshow: vi.fn() };
  const words = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim();
  const entry = (number: number) =>
    document.querySelector<HTMLElement>(`button[data-number="${number}"]`)!;

  test('entries by round, with tiles in words and scores as tables', () => {
    render(Log, props);
    expect([...document.querySelectorAll('h3')].map(words)).toEqual([
      'Round 1 Ana starts',
      'Round 2 Bea starts',
    ]);
    expect(words(entry(6))).toBe('Ana 1 × black display 4 → line 1');
    expect(words(entry(8))).toContain('(taken back)');
    expect(words(entry(13))).toBe('1 move is taken back.');
    expect(words(document.querySelector('caption'))).toBe('Score after round 1');
  });

  test('how it ended comes after the last scores', () => {
    const whole = history('conceded');
    render(Log, { ...props, history: whole, seats: last(whole).seats });
    const notes = [...document.querySelectorAll('.note')].map(words);
    expect(notes).toEqual(['Bea resigns.', 'Game over. You win.']);
  });

  test('an entry shows its moment, and the present one is marked', async () => {
    const onshow = vi.fn();
    const { rerender } = render(Log, { ...props, onshow });
    await fireEvent.click(entry(7));
    expect(onshow).toHaveBeenCalledWith(7);
    await rerender({ at: 7 });
    expect(document.querySelector('[aria-current]')).toBe(entry(7));
    // A moment that is no entry of its own belongs to the one before it.
    await rerender({ at: 9 });
    expect(document.querySelector('[aria-current]')).toBe(entry(8));
    // The heading of a round is the moment of its deal.
    await rerender({ at: 5 });
    expect(words(document.querySelector('[aria-current]'))).toBe('Round 1 Ana starts');
  });

  test('one Tab stop, and the arrow keys', async () => {
    render(Log, { ...props, at: 7 });
    const stops = document.querySelectorAll<HTMLElement>('button[tabindex="0"]');
    expect([...stops]).toEqual([entry(7)]);
    stops[0]!.focus();
    await fireEvent.keyDown(stops[0]!, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(entry(6));
    await fireEvent.keyDown(entry(6), { key: 'End' });
    expect(document.activeElement).toBe(entry(24));
  });

  test('before the first deal', () => {
    render(Log, { ...props, history: game.slice(0, 3) });
    expect(screen.getByText('Nothing has been played yet.')).toBeTruthy();
  });
});

describe('scrubber', () => {
  const game = history('duel');

  test('says where it is and goes step by step', async () => {
    const onshow = vi.fn();
    render(Scrubber, { history: game, at: 6, onshow });
    const range = screen.getByRole('slider', { name: 'Moment of the game' });
    expect(range.getAttribute('aria-valuetext')).toBe('Round 1, move 1');
    await fireEvent.click(screen.getByRole('button', { name: 'One step on' }));
    await fireEvent.click(screen.getByRole('button', { name: 'One step back' }));
    await fireEvent.click(screen.getByRole('button', { name: 'To the end' }));
    await fireEvent.input(range, { target: { value: '3' } });
    expect(onshow.mock.calls.flat()).toEqual([7, 5, null, 8]);
  });

  test('plays by itself, and stops at the end', async () => {
    vi.useFakeTimers();
    const shown: (number | null)[] = [];
    const all = steps(game);
    const { rerender } = render(Scrubber, {
      history: game,
      at: all.at(-2)!.number,
      onshow: (number: number | null) => shown.push(number),
    });
    await fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    await vi.advanceTimersByTimeAsync(3000);
    expect(shown).toEqual([all.at(-1)!.number]);
    await rerender({ at: shown[0] ?? null });
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
    vi.useRealTimers();
  });

  test('at the present the end is shown', () => {
    render(Scrubber, { history: game, at: null, onshow: vi.fn() });
    expect(screen.getByRole('button', { name: 'To the end' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Round 5, move 10');
  });
});

describe('ranking', () => {
  test('winners first, those who are out last, equals share a place', () => {
    const places = (name: Name) =>
      ranking(last(history(name))).map(({ seat, place }) => [seat, place]);
    expect(places('duel')).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(places('four')).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [0, 4],
    ]);
    expect(places('shared')).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(places('tiebreak')).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });
});

describe('result', () => {
  function room(name: Name) {
    const game = history(name);
    return {
      id: 'abc',
      key: 'se/cret',
      game: last(game),
      history: game,
      show: vi.fn(),
      rematch: vi.fn(),
    };
  }

  test('of two: headline, table and what can be done', async () => {
    const at = room('duel');
    render(Result, { room: at });
    expect(screen.getByRole('heading', { name: 'You win' })).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Where the points came from' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()));
    expect(cells.at(-1)).toEqual(['66', '48']);
    await fireEvent.click(screen.getByRole('button', { name: 'Rematch' }));
    expect(at.rematch).toHaveBeenCalledOnce();
    await fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(at.show).toHaveBeenCalledWith(5);
    const record = screen.getByRole('link', { name: 'Download the record' });
    expect(record.getAttribute('href')).toBe('/api/v1/games/abc/record?key=se%2Fcret');
    expect(record.getAttribute('download')).toBe('abc.azul');
    expect(document.body.textContent).toContain(
      'Checked in this browser: the starting player and all 5 deals follow from the seed.',
    );
  });

  test.each<[Name, string, string]>([
    ['shared', 'Shared victory: Ana and Bea', 'Equal on points and on complete rows'],
    ['tiebreak', 'Bea wins', 'the tie goes to more complete rows. Bea has 2 rows.'],
    ['conceded', 'You win', 'Bea resigned. The scores are those of that moment.'],
    ['four', 'Bea wins', 'The table had chosen who starts.'],
  ])('%s', (name, headline, words) => {
    render(Result, { room: room(name) });
    expect(screen.getByRole('heading', { name: headline })).toBeTruthy();
    expect(document.body.textContent).toContain(words);
    expect(document.body.textContent).not.toMatch(/(result|fair|story)\.\w/);
  });

  test('a rematch that is set up is a link for spectators', () => {
    const at = room('duel');
    at.game = { ...at.game, rematch: 'def', can: [] };
    render(Result, { room: at });
    expect(screen.getByRole('link', { name: 'Go to the rematch' }).getAttribute('href')).toBe(
      '/game/def',
    );
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  });

  test('whoever played sits down at the rematch that another has set up', async () => {
    const at = room('duel');
    at.game = { ...at.game, rematch: 'def', can: ['rematch'] };
    render(Result, { room: at });
    expect(screen.getByText('A rematch has been set up.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Go to the rematch' }));
    expect(at.rematch).toHaveBeenCalledOnce();
    expect(screen.queryByRole('link', { name: 'Go to the rematch' })).toBeNull();
  });

  test('the address is copied, or shown where that is not allowed', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined, languages: ['en'] });
    render(Result, { room: room('duel') });
    await fireEvent.click(screen.getByRole('button', { name: 'Share the game' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Address of the game');
    expect(field.value).toMatch(/\/game\/abc\?key=se%2Fcret$/);
    vi.unstubAllGlobals();
  });
});
