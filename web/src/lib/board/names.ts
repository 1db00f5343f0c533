/** What things on the table are called aloud. */

import type { Board, Choice, Colour } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import type { Group } from './model';

export function colourName(colour: Colour): string {
  return t(`colour.${colour}`);
}

export function groupName(group: Group, count: number, marker: boolean): string {
  const params = { n: count, colour: colourName(group.colour) };
  if (group.source !== null)
    return t('board.take.display', { ...params, display: group.source + 1 });
  return marker ? t('board.take.marker', params) : t('board.take.centre', params);
}

/** A choice of what is in hand: where it ends and what comes of it. */
export function choiceName(choice: Choice): string {
  if (choice.column !== null) {
    return t('board.choice.column', {
      row: (choice.line ?? 0) + 1,
      column: choice.column + 1,
      n: choice.points ?? 0,
    });
  }
  const place =
    choice.line === null ? t('board.floor') : t('board.line', { line: choice.line + 1 });
  const said: string[] = [];
  if (choice.on_line > 0) said.push(t('board.choice.fit', { n: choice.on_line }));
  if (choice.full) {
    said.push(
      choice.points === null
        ? t('board.choice.full')
        : t('board.choice.points', { n: choice.points }),
    );
  }
  const fallen = choice.fallen + choice.discarded;
  if (fallen > 0) said.push(t('board.choice.fall', { n: fallen }));
  if (choice.cost > 0) said.push(t('board.choice.cost', { n: choice.cost }));
  return t('board.choice', { place, result: said.join(', ') });
}

/** A pattern line as it is read out. */
export function lineText(board: Board, row: number): string {
  const line = board.lines[row];
  const params = { line: row + 1, size: row + 1 };
  if (!line) return t('board.text.line.empty', params);
  return t('board.text.line', { ...params, n: line.count, colour: colourName(line.colour) });
}

/** A row of the wall as it is read out: the colour in each space. */
export function wallText(board: Board, row: number): string {
  const spaces = [...(board.wall[row] ?? '')];
  if (spaces.every((letter) => letter === '.')) return t('board.text.row.empty', { row: row + 1 });
  const tiles = spaces.map((letter) =>
    letter === '.' ? t('board.text.nothing') : colourName(letter as Colour),
  );
  return t('board.text.row', { row: row + 1, tiles: tiles.join(', ') });
}

export function floorText(board: Board): string {
  const { floor, penalty } = board;
  if (!floor && !board.marker_beside) return t('board.text.floor.empty');
  const tiles = [...floor, ...(board.marker_beside ? ['x'] : [])].map((letter) =>
    letter === 'x' ? t('board.marker') : colourName(letter as Colour),
  );
  return t('board.text.floor', { tiles: tiles.join(', '), n: penalty });
}
