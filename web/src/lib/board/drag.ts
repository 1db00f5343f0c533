/** Carrying tiles with a finger or the mouse: press on a group, drop on a line. */

import type { Choice } from '$lib/api/types';
import type { Group } from './model';
import type { Play } from './play.svelte';

interface Load {
  table: Play;
  group: Group;
  count: number;
  marker: boolean;
}

/** How far the pointer goes before a press becomes carrying. */
const SLACK = 7;

export function drag(node: HTMLElement, load: Load) {
  let current = load;
  let from: { id: number; x: number; y: number } | null = null;
  let carrying = false;

  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !current.table.choiceOf(current.group)) return;
    from = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    if (event.buttons === 0) {
      // It was let go beside the tiles, unseen.
      from = null;
      return;
    }
    const { table, group, count, marker } = current;
    if (!carrying) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
      carrying = true;
      node.setPointerCapture(event.pointerId);
      if (!table.isPicked(group)) table.touch.pick(group);
    }
    const size = (node.querySelector<HTMLElement>('.place')?.offsetWidth ?? 32) * 1.15;
    table.carried = { group, count, marker, x: event.clientX, y: event.clientY, size };
    const over = under(event, table);
    if (over?.move !== table.offer.aimed?.move) table.touch.aim(over);
  }

  function release(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    from = null;
    if (!carrying) return;
    carrying = false;
    const { table } = current;
    table.carried = null;
    // The click that follows the release is not a click on the group.
    const swallow = (click: Event) => {
      click.stopImmediatePropagation();
      click.preventDefault();
    };
    node.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50);
    const over = event.type === 'pointerup' ? under(event, table) : null;
    if (over) table.touch.place(over);
    else if (event.type === 'pointercancel') table.touch.cancel();
    else table.touch.aim(null);
  }

  node.addEventListener('pointerdown', press);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', release);
  node.addEventListener('pointercancel', release);
  return {
    update(next: Load) {
      current = next;
    },
    destroy() {
      if (carrying) current.table.carried = null;
      node.removeEventListener('pointerdown', press);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', release);
      node.removeEventListener('pointercancel', release);
    },
  };
}

/** The choice that lies under the pointer. */
function under(event: PointerEvent, table: Play): Choice | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  const move = element?.closest<HTMLElement>('[data-target]')?.dataset['target'];
  return table.targets.find((choice) => choice.move === move) ?? null;
}
