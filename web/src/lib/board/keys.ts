/** Moving about the table with the arrow keys. */

import type { Choice } from '$lib/api/types';

type Direction = 'up' | 'down' | 'left' | 'right';

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export function direction(key: string): Direction | undefined {
  return DIRECTIONS[key];
}

/** The element nearest in a direction; the one after or before it if nothing lies there. */
export function towards(
  elements: readonly HTMLElement[],
  from: Element | null,
  way: Direction,
): HTMLElement | undefined {
  const here = elements.findIndex((element) => element === from);
  if (here < 0) return elements[0];
  const start = middle(elements[here]!);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const element of elements) {
    if (element === from) continue;
    const { x, y } = middle(element);
    const [along, aside] = {
      up: [start.y - y, x - start.x],
      down: [y - start.y, x - start.x],
      left: [start.x - x, y - start.y],
      right: [x - start.x, y - start.y],
    }[way] as [number, number];
    // What lies more to the side than ahead is not in this direction.
    if (along < 4 || Math.abs(aside) > along * 2.5) continue;
    const far = along + Math.abs(aside) * 1.6;
    if (far < least) [best, least] = [element, far];
  }
  if (best) return best;
  const step = way === 'down' || way === 'right' ? 1 : -1;
  return elements[(here + step + elements.length) % elements.length];
}

/** Where tiles taken with the keyboard look first: the topmost line in which all fit. */
export function firstTarget(targets: readonly Choice[]): Choice | undefined {
  const lines = targets.filter(({ line }) => line !== null);
  return lines.find(({ fallen, discarded }) => fallen + discarded === 0) ?? lines[0] ?? targets[0];
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
