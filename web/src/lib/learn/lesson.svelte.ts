/** The lesson as it goes: which step, what is on the board, what was tried and what to say to it. */

import { api } from '$lib/api/client';
import type { Choice, Effects, Position, Seat, Study } from '$lib/api/types';
import type { Group, Offer, Table, Touch } from '$lib/board/model';
import { Theatre } from '$lib/game/theatre.svelte';
import type { Params } from '$lib/i18n/plural';
import { pace } from '$lib/settings/settings.svelte';
import { leadsOn, missing, type Reason } from './goal';
import { recall, remember } from './progress';
import { STEPS, type Step, type StepName } from './steps';

/** How long "Show me" rests on what it is about to do. */
const REST = 900;
/** How often to look whether the motion has ended. */
const LOOK = 40;

export type Verdict =
  { kind: 'right'; params: Params } | { kind: 'not'; reason: Reason | 'pick'; params: Params };

const NOTHING: Offer = { seat: null, choices: [], picked: null, aimed: null, hint: null };

export class Lesson implements Touch {
  /** The open step; one past the last is the page that ends the lesson. */
  at = $state(0);
  done = $state.raw<readonly StepName[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  failed = $state(false);
  /** "Show me" is at work. */
  showing = $state(false);
  readonly theatre = new Theatre();

  #study = $state.raw<Study | null>(null);
  #picked = $state.raw<Group | null>(null);
  #aimed = $state.raw<Choice | null>(null);
  #hint = $state<string | null>(null);
  #moved = $state(false);
  #asked = 0;
  readonly #known = new Map<string, Promise<Study>>();

  constructor() {
    const { at, done } = recall();
    this.at = at;
    this.done = done;
  }

  get step(): Step | null {
    return STEPS[this.at] ?? null;
  }

  /** Whether the step's move has been made; what is said to it waits for the motion to end. */
  get moved(): boolean {
    return this.#moved;
  }

  get isRight(): boolean {
    return this.verdict?.kind === 'right';
  }

  /** The board to draw, null as long as it is not there. */
  table(names: readonly [string, string]): Table | null {
    const { scene } = this.theatre;
    if (!scene) return null;
    return { scene, seats: names.map(seatOf), offer: this.#offer(), viewer: 0 };
  }

  async open(at: number): Promise<void> {
    const asked = ++this.#asked;
    this.at = Math.max(0, Math.min(at, STEPS.length));
    this.verdict = null;
    this.failed = this.showing = this.#moved = false;
    this.#study = null;
    this.#letGo();
    this.#remember();
    const { step } = this;
    if (!step) return;
    try {
      const study = await this.#ask(step.position, null);
      if (asked !== this.#asked) return;
      this.#study = study;
      this.theatre.jump(study.position);
    } catch {
      if (asked === this.#asked) this.failed = true;
    }
    // The next step's board is there when it is wanted.
    const next = STEPS[this.at + 1];
    if (next) void this.#ask(next.position, null).catch(() => {});
  }

  /** The step from its beginning. */
  again(): Promise<void> {
    return this.open(this.at);
  }

  pick(group: Group): void {
    const { step } = this;
    if (!step || !this.#study || this.#moved || this.showing) return;
    this.#picked = group;
    this.#aimed = null;
    if (this.isRight) return;
    this.verdict = null;
    if (!leadsOn(step.goal, group, this.#study.choices)) {
      if (step.goal.source) this.#refuse('source', {});
      else if (step.name === 'refuse') this.verdict = { kind: 'not', reason: 'pick', params: {} };
    } else if (step.goal.do === 'pick') this.#succeed({});
  }

  aim(choice: Choice | null): void {
    if (!this.showing) this.#aimed = choice;
  }

  place(choice: Choice): void {
    const { step } = this;
    if (!step || !this.#study || this.#moved || this.showing) return;
    // Where a touch was enough, whoever goes on to a whole move may see it.
    const lack = this.isRight ? null : missing(step.goal, choice, this.#study.choices);
    if (lack) this.#refuse(lack, { n: numberFor(lack, step, choice) });
    else void this.#play(choice.move);
  }

  cancel(): void {
    if (this.showing || this.#moved) return;
    this.#letGo();
  }

  /** Take the tiles in hand, point at their place, and put them there. */
  async showMe(): Promise<void> {
    const { step } = this;
    const choice = this.#study?.choices.find(({ move }) => move === step?.show);
    if (!step || !choice || this.isRight || this.showing) return;
    const asked = this.#asked;
    this.showing = true;
    this.verdict = null;
    this.#hint = choice.move;
    if (choice.column === null) this.#picked = { source: choice.source, colour: choice.colour };
    await rest();
    if (asked !== this.#asked) return;
    if (step.goal.do === 'move') {
      this.#aimed = choice;
      await rest();
      if (asked !== this.#asked) return;
    }
    this.showing = false;
    if (step.goal.do === 'pick') this.#succeed({});
    else await this.#play(choice.move);
  }

  async #play(move: string): Promise<void> {
    const asked = this.#asked;
    const before = this.#study;
    if (!before) return;
    this.showing = true;
    try {
      const { position, effects } = await this.#ask(before.position.text, move);
      if (asked !== this.#asked) return;
      this.#letGo();
      this.#moved = true;
      this.theatre.add([{ effects, game: { position: played(position) } }]);
      this.#tick();
      while (this.theatre.playing && asked === this.#asked) await pause(LOOK);
      if (asked === this.#asked) this.#succeed(figures(effects));
    } catch {
      if (asked === this.#asked) this.failed = true;
    } finally {
      if (asked === this.#asked) this.showing = false;
    }
  }

  #succeed(params: Params): void {
    this.verdict = { kind: 'right', params };
    this.#tick();
  }

  /** The step is done, and stays so. */
  #tick(): void {
    const name = this.step?.name;
    if (name && !this.done.includes(name)) this.done = [...this.done, name];
    this.#remember();
  }

  #refuse(reason: Reason, params: Params): void {
    this.verdict = { kind: 'not', reason, params };
    this.#letGo();
  }

  #letGo(): void {
    this.#picked = this.#aimed = this.#hint = null;
  }

  #remember(): void {
    remember({ at: this.at, done: [...this.done] });
  }

  #offer(): Offer {
    const study = this.#study;
    if (!study || this.#moved || this.theatre.playing) return NOTHING;
    return {
      seat: 0,
      choices: study.choices,
      picked: this.#picked,
      aimed: this.#aimed,
      hint: this.#hint,
    };
  }

  #ask(position: string, event: string | null): Promise<Study> {
    const key = `${position} ${event ?? ''}`;
    const known = this.#known.get(key) ?? api.study(position, event);
    this.#known.set(key, known);
    known.catch(() => this.#known.delete(key));
    return known;
  }
}

/** The number a refusal speaks of: what the choice would score, or cost. */
function numberFor(reason: Reason, step: Step, choice: Choice): number {
  return reason === 'best' && step.goal.best === 'points' ? (choice.points ?? 0) : choice.cost;
}

/** What the tile the learner brought to the wall scored last, for the words that go with it. */
function figures(effects: Effects | null): Params {
  const mine = effects?.tiled.filter(({ player }) => player === 0).at(-1);
  return mine ? { n: mine.points, across: mine.across, down: mine.down } : {};
}

/** Nobody is to move after the learner: the step is over. */
function played(position: Position): Position {
  return { ...position, player: null };
}

function seatOf(name: string, seat: number): Seat {
  return {
    kind: seat === 0 ? 'person' : 'level',
    name,
    level: null,
    stand_in: null,
    out: null,
    reserved: false,
    has_nonce: false,
    bank_ms: null,
    you: false,
  };
}

function rest(): Promise<void> {
  return pause(Math.max(REST * pace(), REST / 3));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
