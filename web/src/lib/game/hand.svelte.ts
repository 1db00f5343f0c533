/** What the player has begun to do: a group in hand, a choice aimed at, a hint asked for. */

import type { Choice } from '$lib/api/types';
import type { Group } from '$lib/board/model';

export class Hand {
  picked = $state.raw<Group | null>(null);
  aimed = $state.raw<Choice | null>(null);
  hint = $state.raw<{ number: number; move: string } | null>(null);

  pick(group: Group): void {
    this.picked = group;
    this.aimed = null;
  }

  clear(): void {
    this.picked = null;
    this.aimed = null;
  }

  /** After an event: what is in hand may be gone, and a hint is out of date. */
  renew(number: number): void {
    this.clear();
    if (this.hint && this.hint.number !== number) this.hint = null;
  }
}
