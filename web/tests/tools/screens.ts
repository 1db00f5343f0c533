/** Every screen of the app as a picture, on a phone and a desk, by day and by night. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures';
import { SCREENS } from '../screens';

const OUT = join(import.meta.dirname, '../../../screenshots');
const DEVICES = {
  phone: {
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

for (const { name, go, speed, fails, part } of SCREENS) {
  test.describe(name, () => {
    if (speed) test.use({ speed });
    test(name, async ({ visitor, watch }) => {
      if (fails) watch.tolerated = /./;
      for (const [device, options] of Object.entries(DEVICES)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await visitor({ ...options, colorScheme });
          const path = join(OUT, `${name}-${device}-${colorScheme}.png`);
          rmSync(path, { force: true });
          await go(page);
          await page.screenshot({ path, fullPage: !part, caret: 'initial' });
          await page.context().close();
        }
      }
    });
  });
}

test.afterAll(() => {
  const files = readdirSync(OUT).filter((file) => file.endsWith('.png'));
  const names = [...new Set(files.map((file) => file.replace(/-(phone|desktop)-\w+\.png$/, '')))];
  const order = new Map(SCREENS.map(({ name }, n) => [name, n]));
  names.sort((a, b) => (order.get(a) ?? 99) - (order.get(b) ?? 99));
  const picture = (file: string) =>
    files.includes(file)
      ? `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`
      : '';
  const rows = names.map((name) => {
    const variants = ['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark'];
    const pictures = variants.map((variant) => picture(`${name}-${variant}.png`)).join('');
    return `<h2 id="${name}">${name}</h2><div>${pictures}</div>`;
  });
  const style =
    'body{font:16px sans-serif;margin:2rem;background:#888}' +
    'div{display:flex;gap:1rem;align-items:start;overflow-x:auto}img{height:480px}';
  writeFileSync(
    join(OUT, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Azulejos, every screen</title><style>${style}</style>${rows.join('')}`,
  );
  expect(files.length).toBeGreaterThan(0);
});
