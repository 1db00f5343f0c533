/** Keys that work anywhere on the page of a game; those with letters can be switched off. */

import { recall, remember } from '$lib/memory';

export type Action =
  | { kind: 'type' | 'undo' | 'hint' | 'log' | 'skip' | 'speed' | 'help' }
  | { kind: 'jump'; slot: string }
  | { kind: 'replay'; to: 'back' | 'on' | 'first' | 'last' };

const LETTERS: Record<string, Action> = {
  m: { kind: 'type' },
  '/': { kind: 'type' },
  u: { kind: 'undo' },
  h: { kind: 'hint' },
  l: { kind: 'log' },
  s: { kind: 'skip' },
  f: { kind: 'speed' },
  '?': { kind: 'help' },
  c: { kind: 'jump', slot: 'c' },
};

const ARROWS: Record<string, Action> = {
  ArrowLeft: { kind: 'replay', to: 'back' },
  ArrowRight: { kind: 'replay', to: 'on' },
  Home: { kind: 'replay', to: 'first' },
  End: { kind: 'replay', to: 'last' },
};

const REMEMBERED = 'azulejos.keys';
const state = $state({ letters: recall(REMEMBERED) !== 'off' });

/** Whether keys with letters and digits do something. */
export function lettersWork(): boolean {
  return state.letters;
}

export function setLetters(on: boolean): void {
  state.letters = on;
  remember(REMEMBERED, on ? 'on' : 'off');
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'> &
  Partial<Pick<KeyboardEvent, 'repeat'>>;

/** What a key asks for, null if it is not meant for us. */
export function actionOf(
  event: Pressed,
  { replay, letters = state.letters } = { replay: false } as {
    replay: boolean;
    letters?: boolean;
  },
): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return null;
  if (replay && ARROWS[event.key]) return ARROWS[event.key] ?? null;
  // A letter held down is one wish, not many.
  if (!letters || event.repeat) return null;
  if (/^[1-9]$/.test(event.key)) return { kind: 'jump', slot: `d${Number(event.key) - 1}` };
  return LETTERS[event.key.toLowerCase()] ?? null;
}

/** Keys belong to what is being written or chosen, and to an open dialog. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], dialog') !== null;
}

/** The list of keys as it is shown; `name` is the end of the text's name. */
export const SHORTCUTS = [
  { keys: ['1', '–', '9'], name: 'display' },
  { keys: ['C'], name: 'centre' },
  { keys: ['M', '/'], name: 'type' },
  { keys: ['U'], name: 'undo' },
  { keys: ['H'], name: 'hint' },
  { keys: ['L'], name: 'log' },
  { keys: ['S'], name: 'skip' },
  { keys: ['F'], name: 'speed' },
  { keys: ['?'], name: 'help' },
] as const;

/** Keys that are no letters, and work always. */
export const FIXED = [
  { keys: ['←', '↑', '→', '↓'], name: 'arrows' },
  { keys: ['Enter'], name: 'enter' },
  { keys: ['Esc'], name: 'escape' },
  { keys: ['←', '→', 'Home', 'End'], name: 'replay' },
] as const;
