import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '$lib/api/types';
import { left, span, urgency } from './clock';
import { actionOf, setLetters } from './keys.svelte';
import { readMove } from './typed';
import { gather, Voice } from './voice.svelte';

describe('typed moves', () => {
  const legal = ['3B2', '3B-', '3R1', 'cR-', '4@2'];
  it('are read whatever their capitals, spaces and dashes', () => {
    expect(readMove(' 3b2 ', legal)).toEqual({ move: '3B2' });
    expect(readMove('CR-', legal)).toEqual({ move: 'cR-' });
    expect(readMove('c r –', legal)).toEqual({ move: 'cR-' });
    expect(readMove('4 @ 2', legal)).toEqual({ move: '4@2' });
  });
  it('are answered with what is possible', () => {
    expect(readMove('', legal)).toMatchObject({ problem: 'empty' });
    expect(readMove('blue', legal)).toMatchObject({ problem: 'form' });
    expect(readMove('3B4', legal)).toEqual({ problem: 'illegal', near: ['3B2', '3B-'] });
    expect(readMove('3W4', legal)).toEqual({ problem: 'illegal', near: ['3B2', '3B-', '3R1'] });
    expect(readMove('9W4', legal)).toEqual({ problem: 'illegal', near: legal });
  });
});

describe('keys', () => {
  const press = (key: string, target: EventTarget | null = document.body, more = {}) =>
    actionOf(
      { key, target, ctrlKey: false, metaKey: false, altKey: false, ...more },
      { replay: false },
    );
  afterEach(() => setLetters(true));

  it('do what the list says', () => {
    expect(press('m')).toEqual({ kind: 'type' });
    expect(press('3')).toEqual({ kind: 'jump', slot: 'd2' });
    expect(press('c')).toEqual({ kind: 'jump', slot: 'c' });
    expect(press('?')).toEqual({ kind: 'help' });
    expect(press('ArrowLeft')).toBeNull();
  });
  it('are left alone while somebody writes, in dialogs and with other keys held', () => {
    expect(press('m', document.createElement('input'))).toBeNull();
    const dialog = document.createElement('dialog');
    const button = dialog.appendChild(document.createElement('button'));
    expect(press('m', button)).toBeNull();
    expect(press('u', document.body, { ctrlKey: true })).toBeNull();
    expect(press('u', document.body, { repeat: true })).toBeNull();
  });
  it('can be switched off, except for those that are no letters', () => {
    setLetters(false);
    expect(press('m')).toBeNull();
    expect(press('?')).toBeNull();
    expect(localStorage.getItem('azulejos.keys')).toBe('off');
    const event = {
      key: 'End',
      target: null,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
    };
    expect(actionOf(event, { replay: true })).toEqual({ kind: 'replay', to: 'last' });
  });
});

describe('clocks', () => {
  const game = {
    turn: { seat: 1, began_at: 0, deadline_at: 65_000 },
    seats: [{ bank_ms: 30_000 }, { bank_ms: 90_000 }],
  } as unknown as Game;
  it('run for whoever acts and stand for the others', () => {
    expect(left(game, 1, 5000)).toBe(60_000);
    expect(left(game, 0, 5000)).toBe(30_000);
    expect(left(game, 1, 99_000)).toBe(0);
  });
  it('are written as people read them', () => {
    expect(span(59_001)).toEqual({ unit: 'time', text: '1:00' });
    expect(span(9_000)).toEqual({ unit: 'time', text: '0:09' });
    expect(span(0)).toEqual({ unit: 'time', text: '0:00' });
    expect(span(3_725_000)).toEqual({ unit: 'time', text: '1:02:05' });
    expect(span(2 * 86_400_000 + 3 * 3_600_000)).toEqual({ unit: 'days', days: 2, hours: 3 });
  });
  it('say when to hurry', () => {
    expect(urgency(60_000, 'bank')).toBe('calm');
    expect(urgency(20_000, 'bank')).toBe('low');
    expect(urgency(9_000, 'move')).toBe('last');
    expect(urgency(7_200_000, 'days')).toBe('low');
  });
});

describe('the voice', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('gathers what comes quickly into one text', () => {
    const voice = new Voice();
    voice.say('One.');
    voice.say('');
    voice.say('Two.');
    expect(voice.polite).toBe('');
    vi.advanceTimersByTime(1000);
    expect(voice.polite.trim()).toBe('One. Two.');
  });
  it('says one thing instead of those that wait', () => {
    const voice = new Voice();
    voice.say('One.');
    voice.sayOnly('Two.');
    vi.advanceTimersByTime(1000);
    expect(voice.polite.trim()).toBe('Two.');
  });
  it('says the same thing again as a change', () => {
    const voice = new Voice();
    voice.warn('Your turn.');
    const first = voice.urgent;
    voice.warn('Your turn.');
    expect(voice.urgent).not.toBe(first);
  });
  it('keeps only the latest of many', () => {
    expect(gather(Array.from({ length: 9 }, (_, n) => String(n)))).toBe('3 4 5 6 7 8');
  });

  it('calls to the turn after the news, in one text', () => {
    const voice = new Voice();
    voice.say('Rosa takes 2 blue tiles.');
    voice.call('Your turn.');
    expect(voice.urgent.trim()).toBe('Rosa takes 2 blue tiles. Your turn.');
    vi.runAllTimers();
    expect(voice.polite).toBe('');
  });
});
