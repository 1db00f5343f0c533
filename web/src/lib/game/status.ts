/** The line above the table: what is going on, in a few words. */

import type { Effects, Game } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import type { Note } from '$lib/motion/stage';
import { nameOf } from '$lib/story/names';
import { isShared } from './viewer';

/** Whose turn it is; in a replay, whose it was. */
export function turnText(game: Game, replay = false): string {
  if (game.status === 'over' || game.position?.phase === 'over') return t('game.turn.over');
  const seat = game.turn?.seat;
  if (seat === undefined) return t('game.turn.deal');
  const name = nameOf(game.seats, seat);
  const acting = game.seats[seat];
  if (replay) return t('game.turn.named', { name });
  if (acting?.kind === 'level' || acting?.stand_in || acting?.out)
    return t('game.turn.thinking', { name });
  if (!acting?.you) return t('game.turn.named', { name });
  if (isShared(game)) return t('game.pass', { name });
  return game.position?.phase === 'tile' ? t('game.turn.column') : t('game.turn.yours');
}

/** Who moves while it is being shown. */
export function shownText(game: Game, effects: Effects): string {
  if (effects.player === null) return t('game.turn.deal');
  return t('game.turn.moves', { name: nameOf(game.seats, effects.player) });
}

/** What the motion just now is about. */
export function noteText(game: Game, note: Note): string {
  if (note.kind === 'refill') return t('game.note.refill');
  const name = nameOf(game.seats, note.seat);
  if (note.kind === 'drop') return t('game.note.drop', { name });
  return t(`game.note.${note.kind}`, { name, n: Math.abs(note.points) });
}
