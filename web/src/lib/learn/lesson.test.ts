import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '$lib/api/client';
import type { Choice, Position, Study } from '$lib/api/types';
import { Lesson } from './lesson.svelte';
import { STEPS } from './steps';

const position = {
  text: 'a position',
  wall: 'coloured',
  round: 1,
  phase: 'draft',
  player: 0,
  start: 0,
  displays: [],
  centre: '',
  marker_in_centre: false,
  bag: [],
  lid: [],
  boards: [],
} as Position;

const fits: Choice = {
  move: '1B2',
  source: 0,
  colour: 'B',
  count: 2,
  marker: false,
  line: 1,
  column: null,
  on_line: 2,
  fallen: 0,
  discarded: 0,
  full: true,
  points: 1,
  cost: 0,
};
const floor: Choice = { ...fits, move: '1B-', line: null, fallen: 2, full: false, cost: 2 };
const study: Study = { position, legal: ['1B2', '1B-'], choices: [fits, floor], effects: null };

const offer = (lesson: Lesson) => lesson.table(['You', 'Inês'])?.offer;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, 'study').mockResolvedValue(study);
});

describe('the lesson', () => {
  it('takes a touch of a tile for the answer to its first step', async () => {
    const lesson = new Lesson();
    await lesson.open(0);
    lesson.pick({ source: 0, colour: 'B' });
    expect(lesson.isRight).toBe(true);
    expect(lesson.done).toEqual(['table']);
  });

  it('says why a move is not the one, and lets it be tried again', async () => {
    const lesson = new Lesson();
    await lesson.open(1);
    lesson.pick({ source: 0, colour: 'B' });
    lesson.place(floor);
    expect(lesson.verdict).toEqual({ kind: 'not', reason: 'floor', params: { n: 2 } });
    expect(offer(lesson)?.picked).toBeNull();
    expect(offer(lesson)?.choices).toHaveLength(2);
    lesson.pick({ source: 0, colour: 'B' });
    lesson.place(fits);
    await vi.waitFor(() => expect(lesson.isRight).toBe(true));
    expect(offer(lesson)?.seat).toBeNull();
  });

  it('shows how it is done', async () => {
    const lesson = new Lesson();
    await lesson.open(1);
    await lesson.showMe();
    expect(lesson.isRight).toBe(true);
    expect(api.study).toHaveBeenLastCalledWith(position.text, '1B2');
  });

  it('remembers how far it has come', async () => {
    const lesson = new Lesson();
    await lesson.open(0);
    lesson.pick({ source: 0, colour: 'B' });
    await lesson.open(1);
    const later = new Lesson();
    expect(later.at).toBe(1);
    expect(later.done).toEqual(['table']);
    await later.open(STEPS.length);
    expect(later.step).toBeNull();
  });

  it('begins anew where what it remembers makes no sense', () => {
    localStorage.setItem('azulejos.lesson', '{"at": "x", "done": 3}');
    expect(new Lesson().at).toBe(0);
    localStorage.setItem('azulejos.lesson', '{');
    expect(new Lesson().done).toEqual([]);
  });

  it('says so when the server does not answer, and asks it again', async () => {
    vi.mocked(api.study).mockRejectedValueOnce(new Error('gone'));
    const lesson = new Lesson();
    await lesson.open(3);
    expect(lesson.failed).toBe(true);
    await lesson.again();
    expect(lesson.failed).toBe(false);
    expect(offer(lesson)?.seat).toBe(0);
  });
});
