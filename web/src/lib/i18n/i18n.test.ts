import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, hasText, language, need, start, switchTo, t } from './index.svelte';
import { fill } from './plural';

describe('a text', () => {
  it('is filled in', () => {
    expect(fill('{name} takes {what}', { name: 'Ana', what: 'blue' }, 'en')).toBe('Ana takes blue');
  });

  it('keeps a place nobody fills, so that it is seen', () => {
    expect(fill('Hello {name}', {}, 'en')).toBe('Hello {name}');
  });

  it('is filled in once: names are no templates', () => {
    expect(fill('{a} {b}', { a: '{b}', b: '$&' }, 'en')).toBe('{b} $&');
  });

  it('has numbers the way the language writes them', () => {
    expect(fill('{n}', { n: 1234567 }, 'en')).toBe('1,234,567');
    expect(fill('{n}', { n: 1234567 }, 'cs')).toBe('1\u00a0234\u00a0567');
    expect(fill('{n}', { n: -3 }, 'en')).toBe('-3');
  });

  it.each([
    ['en', 1, 'one'],
    ['en', 0, 'other'],
    ['en', 2, 'other'],
    ['cs', 1, 'one'],
    ['cs', 3, 'few'],
    ['cs', 5, 'other'],
    ['cs', 1.5, 'many'],
    ['hu', 1, 'one'],
    ['fi', 2, 'other'],
    ['nl', 1, 'one'],
  ])('has the form for a number: %s %d', (tag, n, form) => {
    const text = { one: 'one', few: 'few', many: 'many', other: 'other' };
    expect(fill(text, { n }, tag)).toBe(form);
  });

  it.each(['en', 'hu', 'cs', 'nl', 'fi'])('has numbers and forms as the browser: %s', (tag) => {
    const kinds = {
      zero: 'zero',
      one: 'one',
      two: 'two',
      few: 'few',
      many: 'many',
      other: 'other',
    };
    const rules = new Intl.PluralRules(tag);
    const numbers = new Intl.NumberFormat(tag);
    for (const n of [...Array(1010).keys(), -1, 0.5, 1.5, 12345]) {
      expect(fill(kinds, { n }, tag)).toBe(rules.select(n));
      expect(fill('{n}', { n }, tag)).toBe(numbers.format(n));
    }
  });

  it('falls back on the form for everything else', () => {
    expect(fill({ other: 'tiles' }, { n: 1 }, 'en')).toBe('tiles');
  });
});

describe('the language', () => {
  it('is the first of those preferred that we speak', () => {
    expect(choose(['de-AT', 'hu-HU', 'en'])).toBe('hu');
    expect(choose(['FI'])).toBe('fi');
    expect(choose(['nl-BE', 'fr'])).toBe('nl');
  });

  it('is English for everybody else', () => {
    expect(choose([])).toBe('en');
    expect(choose(['', 'x', 'toString', 'pt-BR'])).toBe('en');
  });
});

describe('the page', () => {
  const asked: string[] = [];

  beforeEach(() => {
    asked.length = 0;
    localStorage.clear();
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      const [, tag, area] = /texts\/(\w+)\/(\w+)\.json/.exec(address) ?? [];
      return new Response(JSON.stringify({ 'app.name': `${tag} app`, [`${area}.x`]: tag }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('switches, says so to screen readers, and remembers it', async () => {
    await switchTo('cs');
    expect(language()).toBe('cs');
    expect(t('app.name')).toBe('cs app');
    expect(document.documentElement.lang).toBe('cs');
    await start();
    expect(language()).toBe('cs');
  });

  it('begins with what the browser speaks', async () => {
    vi.stubGlobal('navigator', { languages: ['sv', 'fi-FI', 'en'] });
    await start();
    expect(language()).toBe('fi');
  });

  it('loads a page of texts when it is needed, once, and again in a new language', async () => {
    await switchTo('nl');
    expect(hasText('rules.x')).toBe(false);
    await need('rules');
    expect(hasText('rules.x')).toBe(true);
    const before = asked.length;
    await need('rules');
    expect(asked.length).toBe(before);
    await switchTo('hu');
    expect(asked.some((address) => address.includes('hu/rules'))).toBe(true);
  });

  it('speaks the language wanted last, whichever texts come first', async () => {
    const quick = globalThis.fetch;
    vi.resetModules();
    const page = await import('./index.svelte');
    vi.stubGlobal('fetch', async (address: string) => {
      if (address.includes('/hu/')) await new Promise((resolve) => setTimeout(resolve, 20));
      return quick(address);
    });
    await Promise.all([page.switchTo('hu'), page.switchTo('fi'), page.need('rules')]);
    expect(page.language()).toBe('fi');
    expect(page.t('app.name')).toBe('fi app');
    expect(page.hasText('rules.x')).toBe(true);
  });

  it('stays as it is when a language cannot be loaded, and tries again', async () => {
    const good = globalThis.fetch;
    vi.resetModules();
    const page = await import('./index.svelte');
    await page.switchTo('en');
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(page.switchTo('nl')).rejects.toThrow('no texts');
    expect(page.language()).toBe('en');
    await expect(page.need('rules')).rejects.toThrow('no texts');
    vi.stubGlobal('fetch', good);
    await page.need('rules');
    expect(page.hasText('rules.x')).toBe(true);
    expect(page.language()).toBe('en');
  });

  it('shows the name of a text that is not there', async () => {
    await switchTo('en');
    expect(t('missing.text' as 'app.name')).toBe('missing.text');
  });
});
