/** The line above the table: what is going on, in a few words. */

import type { Effects, Game, Update } from '$lib/api/types';
import { colourName } from '$lib/board/names';
import { t } from '$lib/i18n/index.svelte';
import type { Note } from '$lib/motion/stage';
import { addressed, nameOf, youMove } from '$lib/story/names';
import { isShared } from './viewer';

/**
 * Whose turn it is; in a replay, whose it was. `holder` is the seat of whoever has a shared device
 * in hand: the last one to move on it.
 */
export function turnText(game: Game, replay = false, holder: number | null = null): string {
  if (game.status === 'over' || game.position?.phase === 'over') return t('game.turn.over');
  const seat = game.turn?.seat;
  if (seat === undefined) return t('game.turn.deal');
  const name = nameOf(game.seats, seat);
  const acting = game.seats[seat];
  if (replay) return t('game.turn.named', { name });
  if (acting?.kind === 'level' || acting?.stand_in || acting?.out)
    return t('game.turn.thinking', { name });
  if (!acting?.you) return t('game.turn.named', { name });
  const shared = isShared(game);
  const [choice] = game.choices;
  if (game.position?.phase === 'tile' && choice?.line != null) {
    const tile = { line: choice.line + 1, colour: colourName(choice.colour) };
    return shared ? t('game.turn.column.named', { ...tile, name }) : t('game.turn.column', tile);
  }
  if (!shared) return t('game.turn.yours');
  return seat === holder ? t('game.turn.named', { name }) : t('game.pass', { name });
}

/** Who has a shared device in hand: who moved last on it, at first the one who opened the table. */
export function holderOf(game: Game, history: readonly Update[]): number {
  const moved = history.findLast(
    ({ event }) => event?.kind === 'moved' && game.seats[event.seat ?? -1]?.you,
  );
  return moved?.event?.seat ?? game.seats.findIndex(({ you, kind }) => you && kind === 'person');
}

/** Who moves while it is being shown. */
export function shownText(game: Game, effects: Effects): string {
  if (effects.player === null) return t('game.turn.deal');
  if (youMove(game.seats, effects.player)) return t('game.turn.moves.you');
  return t('game.turn.moves', { name: nameOf(game.seats, effects.player) });
}

/** What the motion just now is about. */
export function noteText(game: Game, note: Note): string {
  if (note.kind === 'refill') return t('game.note.refill');
  const name = addressed(game.seats, note.seat);
  if (note.kind === 'drop') return t('game.note.drop', { name });
  return t(`game.note.${note.kind}`, { name, n: Math.abs(note.points) });
}
