/** Figures about the browser app: what it weighs, how soon it is there, how smoothly it moves. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../fixtures';
import { groups, pick, targets } from '../play';
import { locals, openTable } from '../tables';

const BUILT = join(import.meta.dirname, '../../../src/azulejos/web');
/** A phone of the middle range, by the profile that browsers' own tools use for it. */
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, hasTouch: true };
const SLOWDOWN = 4;

function report(what: string, figure: string): void {
  console.log(`${what.padEnd(44)} ${figure}`);
}

const ms = (time: number) => `${time.toFixed(0)} ms`;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function weigh(ending: string): number {
  const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' });
  const wanted = files.filter((file) => file.endsWith(ending));
  return wanted.reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file))).length, 0);
}

test.use(PHONE);
test.describe.configure({ mode: 'serial' });

test('weight', () => {
  report('all scripts, compressed', kB(weigh('.js')));
  report('all styles, compressed', kB(weigh('.css')));
});

test('start', async ({ page, context }) => {
  const game = await openTable(page, locals('Bruno'));
  const times: { paint: number; board: number; bytes: number }[] = [];
  for (let run = 0; run < 5; run += 1) {
    const fresh = await context.newPage();
    const session = await context.newCDPSession(fresh);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await fresh.addInitScript(() => {
      const drawn = new MutationObserver(() => {
        if (!document.querySelector('[data-slot="d0"] button')) return;
        drawn.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('board')));
      });
      drawn.observe(document, { childList: true, subtree: true });
    });
    await fresh.goto(`/game/${game.id}`);
    await expect(groups(fresh).first()).toBeVisible();
    const marks = () =>
      fresh.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        board: performance.getEntriesByName('board')[0]?.startTime ?? 0,
      }));
    await expect.poll(async () => (await marks()).board).toBeGreaterThan(0);
    times.push({ ...(await marks()), bytes });
    await fresh.close();
  }
  const middle = (of: (time: (typeof times)[0]) => number) =>
    times.map(of).sort((a, b) => a - b)[2] ?? 0;
  report(`first paint, CPU ${SLOWDOWN} times slower`, ms(middle(({ paint }) => paint)));
  report(`board drawn, CPU ${SLOWDOWN} times slower`, ms(middle(({ board }) => board)));
  report('sent for it, fonts and texts included', kB(middle(({ bytes }) => bytes)));
});

test.describe('motion', () => {
  test.use({ speed: 'normal' });

  for (const slowdown of [1, SLOWDOWN]) {
    test(`motion, CPU ${slowdown} times slower`, async ({ page, context }) => {
      const game = await openTable(page, locals('Bruno'));
      await page.goto(`/game/${game.id}`);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const gaps: number[] = [];
      for (let move = 0; move < 4; move += 1) {
        await pick(page);
        const frames = page.evaluate(
          () =>
            new Promise<number[]>((resolve) => {
              const found: number[] = [];
              let last = performance.now();
              const end = last + 1500;
              const frame = (now: number) => {
                found.push(now - last);
                last = now;
                if (now < end) requestAnimationFrame(frame);
                else resolve(found.slice(1));
              };
              requestAnimationFrame(frame);
            }),
        );
        await targets(page).first().click();
        gaps.push(...(await frames));
        await expect(groups(page).first()).toBeVisible();
      }
      gaps.sort((a, b) => a - b);
      const at = (share: number) => gaps[Math.floor(share * (gaps.length - 1))] ?? 0;
      const late = gaps.filter((gap) => gap > 34).length;
      report(
        `frames while tiles fly, CPU ${slowdown} times slower`,
        `median ${at(0.5).toFixed(1)}, 95 % ${at(0.95).toFixed(1)}, worst ${ms(at(1))};` +
          ` ${late} of ${gaps.length} late`,
      );
    });
  }
});
