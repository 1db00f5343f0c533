/** Figures about the browser app: what it weighs, how soon it is there, how smoothly it moves. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { test } from '../fixtures';
import { openGame } from '../places';
import { LAST_TILES } from '../positions';
import { locals, openTable, showPosition } from '../tables';

const BUILT = join(import.meta.dirname, '../../../src/azulejos/web');
/** A phone of the middle range, by the profile that browsers' own tools use for it. */
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, hasTouch: true };
const SLOWDOWN = 4;
const THROTTLED = `CPU ${SLOWDOWN} times slower`;
/** What a screen of 60 pictures a second gives each. */
const FRAME = 1000 / 60;

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

interface Start {
  paint: number;
  tile: number;
  sent: number;
}

/** In the page: note when a tile of the table has been drawn, with its picture. */
function noteFirstTile(): void {
  const look = () => {
    const tile = document.querySelector('[data-slot="d0.0"] .tile');
    const picture = tile && /url\("(.*)"\)/.exec(getComputedStyle(tile).backgroundImage)?.[1];
    const there =
      picture?.startsWith('data:') || performance.getEntriesByName(picture ?? '').length;
    if (!there) requestAnimationFrame(look);
    else
      requestAnimationFrame(() =>
        setTimeout(() => {
          performance.mark('tile');
          console.log('tile');
        }),
      );
  };
  requestAnimationFrame(look);
}

/** Open a game in a new page, and say how long that took. */
async function start(context: BrowserContext, address: string, cached: boolean): Promise<Start> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !cached });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  let sent = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength));
  await page.addInitScript(noteFirstTile);
  // Nothing is asked of the page before it is there: that would take time of its own.
  const drawn = page.waitForEvent('console', (message) => message.text() === 'tile');
  await page.goto(address, { waitUntil: 'commit' });
  await drawn;
  // Fonts and pictures may still be on their way.
  await page.waitForTimeout(1000);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    tile: performance.getEntriesByName('tile')[0]?.startTime ?? 0,
  }));
  const found = { ...times, sent };
  await page.close();
  return found;
}

test('start', async ({ page, context }) => {
  const game = await openTable(page, locals('Bruno'));
  const address = `/game/${game.id}`;
  for (const cached of [false, true]) {
    if (cached) await start(context, address, cached);
    const runs: Start[] = [];
    for (let run = 0; run < 5; run += 1) runs.push(await start(context, address, cached));
    const middle = (of: (run: Start) => number) => runs.map(of).sort((a, b) => a - b)[2] ?? 0;
    const visit = cached ? 'again' : 'first visit';
    report(`${visit}: first paint, ${THROTTLED}`, ms(middle(({ paint }) => paint)));
    report(`${visit}: first tile, ${THROTTLED}`, ms(middle(({ tile }) => tile)));
    report(`${visit}: sent, fonts and texts included`, kB(middle(({ sent }) => sent)));
  }
});

/** In the page: the time between two frames, as long as tiles fly. */
function timeFrames(): Promise<number[]> {
  return new Promise((resolve) => {
    const gaps: number[] = [];
    let last = 0;
    let resting = 0;
    const frame = (now: number) => {
      const flying = document.getAnimations().some(({ playState }) => playState === 'running');
      if (flying && last) gaps.push(now - last);
      last = flying ? now : 0;
      // Some frames of rest are but the time between two tiles.
      resting = flying ? 0 : resting + 1;
      if (gaps.length > 0 && resting > 30) resolve(gaps);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

test.describe('motion', () => {
  test.use({ speed: 'normal' });

  for (const slowdown of [1, SLOWDOWN]) {
    test(`motion, CPU ${slowdown} times slower`, async ({ page, context }) => {
      const session = await context.newCDPSession(page);
      const gaps: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const { id } = await showPosition(page, LAST_TILES, {
          others: [{ kind: 'level', level: 'keen' }],
          replies: [['cB5', '=BRRK/YKWW/BYYK/BBRW/YRKW']],
        });
        await openGame(page, id);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await page.getByRole('button', { name: /^2 yellow/ }).click();
        const frames = page.evaluate(timeFrames);
        await page.getByRole('button', { name: /^line 3/ }).click();
        gaps.push(...(await frames));
        await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      }
      gaps.sort((a, b) => a - b);
      const at = (share: number) => gaps[Math.floor(share * (gaps.length - 1))] ?? 0;
      const late = gaps.filter((gap) => gap > 1.5 * FRAME);
      const lost = late.reduce((sum, gap) => sum + Math.round(gap / FRAME) - 1, 0);
      const share = (100 * lost) / (gaps.length + lost);
      report(
        `frames while tiles fly, CPU ${slowdown} times slower`,
        `median ${at(0.5).toFixed(1)} ms, 95 % below ${at(0.95).toFixed(1)} ms, worst ${ms(at(1))}`,
      );
      report(
        '',
        `${late.length} of ${gaps.length} late, ${share.toFixed(1)} % of all frames dropped`,
      );
    });
  }
});
