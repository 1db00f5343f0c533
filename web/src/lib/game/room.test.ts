import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game, GameEvent, Update } from '$lib/api/types';
import { history as told } from '$lib/story/fixtures/games';
import { gameAt, marksAt, merge, positionAt } from './history';
import { Room } from './room.svelte';
import { hurry } from './theatre.svelte';
import { viewerOf } from './viewer';

function game(number: number, over: Partial<Game> = {}): Game {
  return {
    id: 'g',
    number,
    status: 'playing',
    position: null,
    seats: [],
    turn: { seat: 0, began_at: 0, deadline_at: null },
    legal: ['1B1'],
    choices: [],
    can: ['move'],
    ...over,
  } as unknown as Game;
}

function update(number: number, kind: GameEvent['kind'] = 'nonce'): Update {
  const event = { kind } as GameEvent;
  return { number, at: number, event, effects: null, game: game(number) };
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => update(n + 1));

describe('merging what comes', () => {
  it('takes what is new, once and in order', () => {
    const { fresh, gap } = merge(2, [update(4), update(3), update(2), update(3)]);
    expect(fresh.map(({ number }) => number)).toEqual([3, 4]);
    expect(gap).toBe(false);
  });
  it('stops before a gap', () => {
    expect(merge(2, [update(4)])).toEqual({ fresh: [], gap: true });
    const { fresh, gap } = merge(2, [update(3), update(5)]);
    expect(fresh).toHaveLength(1);
    expect(gap).toBe(true);
  });
  it('knows a snapshot is no event', () => {
    expect(merge(0, [{ ...update(1), event: null }])).toEqual({ fresh: [], gap: false });
  });
});

describe('the position at an event', () => {
  const laid = { round: 1 } as unknown as Game['position'];
  it('is the first there will be before there is any: a table is never empty', () => {
    const later = { ...update(3), game: game(3, { position: laid }) };
    expect(positionAt([update(1), update(2), later], 1)).toBe(laid);
    expect(positionAt([update(1), update(2), later], 3)).toBe(laid);
    expect(positionAt([update(1)], 1)).toBeNull();
  });
});

describe('the game at an event', () => {
  const seat = (name: string, gone: object = {}) => ({ name, out: null, stand_in: null, ...gone });
  const step =
    (kind: GameEvent['kind'], seats: object[], status = 'playing') =>
    (n: number) => ({
      ...update(n, kind),
      game: game(n, { seats, status } as unknown as Partial<Game>),
    });
  const gone = seat('Bea', { out: 'resigned', stand_in: 'greedy' });
  const all = [
    step('created', [seat('Ana'), { ...seat('Bea'), name: null }], 'open'),
    step('moved', [seat('Ana'), seat('Bea')]),
    step('resigned', [seat('Ana'), gone]),
    step('finished', [seat('Ana'), gone], 'over'),
  ].map((make, n) => make(n + 1));

  it('has nobody gone before they went, and everybody by their name', () => {
    for (const number of [1, 2])
      expect(gameAt(all, number)?.seats).toEqual([seat('Ana'), seat('Bea')]);
    expect(gameAt(all, 3)?.seats[1]).toEqual(gone);
  });
  it('is over with the event that ends it', () => {
    const states = all.map(({ number }) => gameAt(all, number)?.status);
    expect(states).toEqual(['open', 'playing', 'over', 'over']);
    expect(gameAt(all.slice(0, 3), 3)?.status).toBe('playing');
    expect(gameAt(all, 5)).toBeNull();
  });
});

describe('the marks at an event', () => {
  const all = told('duel');
  const first = all.findIndex(({ event }) => event?.kind === 'moved') + 1;
  it('are where the move came from and went to', () => {
    const { taken, placed, player } = all[first - 1]!.effects!;
    const marks = [...(marksAt(all, first) ?? [])];
    expect(marks).toContain(`d${taken!.source}`);
    expect(marks).toContain(
      placed!.line === null ? `p${player}.f0` : `p${player}.l${placed!.line}.0`,
    );
  });
  it('are gone after a deal, and when the move was taken back', () => {
    expect(marksAt(all, first - 1)).toBeUndefined();
    const back = { ...update(first + 1, 'undone'), game: all[first - 2]!.game };
    expect(marksAt([...all.slice(0, first), back], first + 1)).toBeUndefined();
  });
  it('stay while something else is said', () => {
    const asked = { ...update(first + 1, 'undo-asked'), game: all[first - 1]!.game };
    const history = [...all.slice(0, first), asked];
    expect(marksAt(history, first + 1)).toEqual(marksAt(history, first));
  });
});

describe('the queue', () => {
  it('hurries when events pile up, and jumps when they are many or nobody looks', () => {
    expect(hurry(0, false)).toBe(1);
    expect(hurry(3, false)).toBe(1);
    expect(hurry(4, false)).toBeLessThan(1);
    expect(hurry(4, false)).toBeGreaterThan(0);
    expect(hurry(9, false)).toBe(0);
    expect(hurry(0, true)).toBe(0);
  });
});

describe('the seat in front', () => {
  const seats = (...own: boolean[]) => own.map((you) => ({ you })) as Game['seats'];
  const turn = (seat: number) => ({ seat, began_at: 0, deadline_at: null });
  it('is the own one', () => {
    expect(viewerOf(game(1, { seats: seats(false, true), turn: turn(0) }), null)).toBe(1);
  });
  it('is the one to act where people share a device, and stays while others act', () => {
    const shared = seats(true, false, true);
    expect(viewerOf(game(1, { seats: shared, turn: turn(2) }), 0)).toBe(2);
    expect(viewerOf(game(1, { seats: shared, turn: turn(1) }), 2)).toBe(2);
  });
  it('is the first for those who watch', () => {
    expect(viewerOf(game(1, { seats: seats(false, false), turn: turn(1) }), null)).toBe(0);
  });
});

class FakeSource {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly address: string) {
    FakeSource.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  send(sent: Update): void {
    this.onmessage?.({ data: JSON.stringify(sent) });
  }
  static get latest(): FakeSource {
    const last = FakeSource.all.at(-1);
    if (!last) throw new Error('nobody listens');
    return last;
  }
}

type Answer = { status: number; body: unknown } | 'lost';

describe('a room', () => {
  let answers: Record<string, Answer[]>;
  let asked: { path: string; body: unknown }[];
  let room: Room;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSource.all = [];
    asked = [];
    answers = { '/updates': [{ status: 200, body: { updates: upTo(3) } }] };
    vi.stubGlobal('EventSource', FakeSource);
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      asked.push({ path, body: init.body ? JSON.parse(init.body as string) : null });
      const route = Object.keys(answers).find((name) =>
        new URL(path, 'http://x').pathname.endsWith(name),
      );
      const queue = answers[route ?? ''] ?? [];
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (!answer || answer === 'lost') return Promise.reject(new TypeError('lost'));
      return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
    });
    room = new Room('g', null);
  });
  afterEach(() => {
    room.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const numbers = () => room.history.map(({ number }) => number);
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('loads the history once and follows from there', async () => {
    await room.open();
    expect(FakeSource.latest.address).toBe('/api/v1/games/g/events?after=3');
    FakeSource.latest.onopen?.();
    expect(room.connection).toBe('live');
    FakeSource.latest.send(update(4));
    FakeSource.latest.send(update(4));
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(room.game?.number).toBe(4);
  });

  it('fetches what is missing when numbers jump', async () => {
    await room.open();
    answers['/updates'] = [{ status: 200, body: { updates: [update(4), update(5), update(6)] } }];
    FakeSource.latest.send(update(6));
    await settle();
    expect(asked.at(-1)?.path).toBe('/api/v1/games/g/updates?after=3');
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('takes its own move once, whether the answer or the stream is first', async () => {
    await room.open();
    answers['/moves'] = [{ status: 200, body: { updates: [update(4, 'moved')] } }];
    const sent = room.play('1B1');
    FakeSource.latest.send(update(4, 'moved'));
    FakeSource.latest.send(update(5, 'moved'));
    await sent;
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
    expect(room.busy).toBe(false);
  });

  it('sends a move again, the same, until it is answered', async () => {
    await room.open();
    const done = { status: 200, body: { updates: [update(4, 'moved')] } };
    answers['/moves'] = ['lost', { status: 503, body: { code: 'storage' } }, done];
    const sent = room.play('1B1');
    await settle();
    expect(room.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    await sent;
    const moves = asked.filter(({ path }) => path.endsWith('/moves'));
    expect(moves.map(({ body }) => body)).toEqual(Array(3).fill({ number: 3, move: '1B1' }));
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(room.refusal).toBeNull();
  });

  it('catches up silently when the game has moved on', async () => {
    await room.open();
    answers['/moves'] = [{ status: 409, body: { code: 'conflict', message: '', game: game(5) } }];
    answers['/updates'] = [{ status: 200, body: { updates: [update(4), update(5)] } }];
    await room.play('1B1');
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
    expect(room.refusal).toBeNull();
  });

  it('says why something was refused', async () => {
    await room.open();
    answers['/moves'] = [{ status: 422, body: { code: 'illegal-move', message: 'no' } }];
    await room.play('1B1');
    expect(room.refusal?.code).toBe('illegal-move');
  });

  it('knows a hint that is on its way from what it sends', async () => {
    await room.open();
    answers['/hint'] = [{ status: 200, body: { number: 3, move: '1B1' } }];
    answers['/moves'] = [{ status: 200, body: { updates: [update(4, 'moved')] } }];
    const hint = room.hint();
    expect([room.busy, room.hinting]).toEqual([true, true]);
    await hint;
    expect([room.busy, room.hinting]).toEqual([false, false]);
    const sent = room.play('1B1');
    await room.hint();
    expect([room.busy, room.hinting]).toEqual([true, false]);
    await sent;
    answers['/hint'] = [{ status: 403, body: { code: 'forbidden', message: 'no' } }];
    await room.hint();
    expect([room.busy, room.hinting]).toEqual([false, false]);
  });

  it('comes back after a loss from where it was, ever more slowly', async () => {
    await room.open();
    FakeSource.latest.onopen?.();
    FakeSource.latest.send(update(4));
    FakeSource.latest.onerror?.();
    await vi.advanceTimersByTimeAsync(600);
    expect(FakeSource.all).toHaveLength(2);
    expect(FakeSource.latest.address).toContain('after=4');
    FakeSource.latest.onerror?.();
    await settle();
    expect(room.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(900);
    expect(FakeSource.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeSource.all).toHaveLength(3);
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(4);
    expect(FakeSource.all.filter(({ closed }) => !closed)).toHaveLength(1);
    FakeSource.latest.onopen?.();
    expect(room.connection).toBe('live');
  });

  it('says so when there is nothing to follow any more', async () => {
    await room.open();
    answers['/games/g'] = [{ status: 404, body: { code: 'missing', message: 'gone' } }];
    FakeSource.latest.onerror?.();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(room.error?.code).toBe('missing');
    expect(FakeSource.all).toHaveLength(1);
  });

  it('is gone through by its deals and moves alone', async () => {
    const kinds = ['created', 'started', 'dealt', 'moved', 'nonce', 'moved', 'finished'] as const;
    const updates = kinds.map((kind, n) => update(n + 1, kind));
    answers['/updates'] = [{ status: 200, body: { updates } }];
    await room.open();
    const steps = (...ways: Parameters<Room['step']>[0][]) =>
      ways.map((way) => {
        room.step(way);
        const [, moment] = /^\/game\/g\/(\d+)$/.exec(location.pathname) ?? [];
        room.turnTo(moment === undefined ? null : Number(moment));
        return room.at;
      });
    expect(steps('back', 'back', 'back')).toEqual([4, 3, 3]);
    expect(steps('on', 'on', 'on')).toEqual([4, 6, null]);
    expect(steps('first', 'last')).toEqual([3, null]);
  });

  it('begins anew when the server has gone back', async () => {
    await room.open();
    answers['/updates'] = [{ status: 200, body: { updates: upTo(2) } }];
    FakeSource.latest.send({ ...update(2), event: null });
    await settle();
    expect(numbers()).toEqual([1, 2]);
  });

  it('asks whether a silent line is alive', async () => {
    await room.open();
    FakeSource.latest.onopen?.();
    answers['/games/g'] = [{ status: 200, body: update(5) }];
    await vi.advanceTimersByTimeAsync(70_000);
    expect(FakeSource.all.length).toBeGreaterThan(1);
    expect(FakeSource.latest.address).toContain('after=3');
  });
});
