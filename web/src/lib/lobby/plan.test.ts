import { describe, expect, it } from 'vitest';
import { newPlan, planFrom, settingsOf, withOthers } from './plan';

const names = (seat: number) => `Player ${seat + 1}`;
const asks = (query: string) => {
  const found = new URLSearchParams(query);
  return (name: string) => found.get(name);
};

describe('the settings of a new table', () => {
  it('needs nothing said for a game against the level played last', () => {
    expect(settingsOf(planFrom(asks(''), 'keen'), names)).toEqual({
      seats: [{ kind: 'host' }, { kind: 'level', level: 'keen' }],
      wall: 'coloured',
      public: false,
      clock: { kind: 'none' },
      start: null,
      begins: 'when-full',
      stand_in: null,
      hints: true,
    });
  });

  it('takes what the address says', () => {
    const plan = planFrom(asks('with=level&level=master&players=3&wall=gray'), 'keen');
    const settings = settingsOf(plan, names);
    expect(settings.seats).toEqual([
      { kind: 'host' },
      { kind: 'level', level: 'master' },
      { kind: 'level', level: 'expert' },
    ]);
    expect(settings.wall).toBe('gray');
  });

  it('seats different characters, weaker and stronger than the one chosen', () => {
    const levels = ({ others }: ReturnType<typeof newPlan>) =>
      others.map((place) => (place.who === 'level' ? place.level : place.who));
    expect(levels(newPlan('level', 4, 'keen', 'coloured'))).toEqual(['keen', 'casual', 'skilled']);
    expect(levels(newPlan('level', 4, 'beginner', 'coloured'))).toEqual([
      'beginner',
      'learner',
      'casual',
    ]);
  });

  it('keeps who sits there when more come, and names nobody twice', () => {
    const ana = { who: 'local', name: 'Ana' } as const;
    expect(withOthers([ana], 4)).toEqual([
      ana,
      { who: 'local', name: '' },
      { who: 'local', name: '' },
    ]);
    expect(withOthers([ana, { who: 'friend' }, ana], 3)).toEqual([ana, { who: 'friend' }]);
    const keen = { who: 'level', level: 'keen' } as const;
    expect(withOthers([ana, keen], 4)[2]).toEqual({ who: 'level', level: 'casual' });
  });

  it('does not believe nonsense in the address', () => {
    const plan = planFrom(asks('with=dragons&level=god&players=99&wall=pink'), 'casual');
    expect(settingsOf(plan, names)).toEqual(
      settingsOf(newPlan('level', 2, 'casual', 'coloured'), names),
    );
  });

  it('keeps seats open for friends', () => {
    const settings = settingsOf(planFrom(asks('with=friends&players=4'), 'keen'), names);
    expect(settings.seats.slice(1)).toEqual([{ kind: 'open' }, { kind: 'open' }, { kind: 'open' }]);
    expect(settings.begins).toBe('when-full');
  });

  it('lets the host start, shows the table and has somebody stand in, where friends come', () => {
    const plan = { ...newPlan('friends', 2, 'keen', 'coloured'), atOnce: false, public: true };
    expect(settingsOf({ ...plan, standInAfter: 300 }, names)).toMatchObject({
      begins: 'by-host',
      public: true,
      stand_in: { level: 'keen', after_seconds: 300 },
    });
  });

  it('does not show or delay a table that waits for nobody', () => {
    const plan = { ...newPlan('level', 2, 'keen', 'coloured'), atOnce: false, public: true };
    expect(settingsOf({ ...plan, standInAfter: 300 }, names)).toMatchObject({
      begins: 'when-full',
      public: false,
      stand_in: null,
    });
  });

  it('names those on this device, also if they did not', () => {
    const plan = newPlan('local', 3, 'keen', 'coloured');
    plan.others[0] = { who: 'local', name: '  Ana ' };
    expect(settingsOf(plan, names).seats).toEqual([
      { kind: 'host' },
      { kind: 'local', name: 'Ana' },
      { kind: 'local', name: 'Player 3' },
    ]);
  });

  it.each([
    ['none', { kind: 'none' }],
    ['move', { kind: 'move', seconds: 60 }],
    ['bank', { kind: 'bank', seconds: 600, increment: 10 }],
    ['days', { kind: 'days', days: 2 }],
  ] as const)('sets the clock: %s', (clock, expected) => {
    const plan = { ...newPlan('friends', 2, 'keen', 'coloured'), clock };
    expect(settingsOf(plan, names).clock).toEqual(expected);
  });

  it('draws the start by lot unless a seat that is there starts', () => {
    const plan = newPlan('level', 2, 'keen', 'coloured');
    expect(settingsOf({ ...plan, start: 1 }, names).start).toBe(1);
    expect(settingsOf({ ...plan, start: 3 }, names).start).toBeNull();
  });
});
