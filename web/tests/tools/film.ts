/** A page whose time stands still between pictures: the same film on every machine. */

import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';
import type { Frame } from './webp';

const STEP = 50;

interface Point {
  x: number;
  y: number;
}

export class Film {
  readonly frames: Frame[] = [];
  private pointer: Point = { x: 0, y: 0 };

  constructor(
    private readonly page: Page,
    private readonly part: PageScreenshotOptions,
  ) {}

  /** Before the page is opened: its clock is ours. */
  static async prepare(page: Page): Promise<void> {
    await page.clock.install();
  }

  /** Stop the time, and show where the mouse is. */
  async begin(at: Point): Promise<void> {
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 1000));
    await this.page.evaluate(drawPointer);
    await this.put(at);
  }

  /** Move the mouse to the middle of something, as a hand does it. */
  async point(to: Locator, length: number, at = { x: 0.5, y: 0.5 }): Promise<void> {
    const box = await to.boundingBox();
    if (!box) throw new Error('there is nothing to point at');
    const from = this.pointer;
    const end = { x: box.x + at.x * box.width, y: box.y + at.y * box.height };
    const steps = Math.round(length / STEP);
    for (let n = 1; n <= steps; n += 1) {
      const share = (1 - Math.cos((Math.PI * n) / steps)) / 2;
      await this.put({
        x: from.x + share * (end.x - from.x),
        y: from.y + share * (end.y - from.y),
      });
      await this.shoot();
    }
  }

  async click(): Promise<void> {
    await this.page.mouse.down();
    await this.shoot();
    await this.page.mouse.up();
  }

  /** Let some time pass. */
  async wait(length: number): Promise<void> {
    for (let passed = 0; passed < length; passed += STEP) await this.shoot();
  }

  /** Let time pass until something is the case. */
  async until(done: () => Promise<boolean>): Promise<void> {
    for (let n = 0; n < 400 && !(await done()); n += 1) await this.shoot();
  }

  /** Hold the last picture. */
  hold(length: number): void {
    const last = this.frames.at(-1);
    if (last) last.length += length;
  }

  private async shoot(): Promise<void> {
    await this.page.clock.runFor(STEP);
    await this.page.evaluate(advance, STEP);
    const picture = await this.page.screenshot(this.part);
    this.frames.push({ picture, length: STEP });
  }

  private async put(to: Point): Promise<void> {
    this.pointer = to;
    await this.page.mouse.move(to.x, to.y);
    await this.page.evaluate(({ x, y }) => {
      const pointer = document.getElementById('pointer');
      if (pointer) pointer.style.transform = `translate(${x}px, ${y}px)`;
    }, to);
  }
}

/** In the page: every animation goes on by so much, and by nothing else. */
function advance(step: number): void {
  for (const animation of document.getAnimations()) {
    const seen = animation as Animation & { at?: number };
    if (seen.at === undefined) {
      seen.at = 0;
      animation.pause();
    } else {
      seen.at += step;
    }
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    if (seen.at >= end) animation.finish();
    else animation.currentTime = seen.at;
  }
}

/** In the page: an arrow, for pictures do not show the mouse. */
function drawPointer(): void {
  const SVG = 'http://www.w3.org/2000/svg';
  const arrow = document.createElementNS(SVG, 'svg');
  arrow.id = 'pointer';
  arrow.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M1 1v18l4.6-4.2 3 7 3.6-1.6-3-6.8h6.3z');
  path.setAttribute('fill', '#fff');
  path.setAttribute('stroke', '#1b2333');
  path.setAttribute('stroke-width', '1.6');
  arrow.append(path);
  Object.assign(arrow.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: '30px',
    height: '30px',
    zIndex: '99',
    pointerEvents: 'none',
  });
  document.body.append(arrow);
}
