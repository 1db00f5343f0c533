/** Every language says everything, and nothing that nobody asks for. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from './index.svelte';
import { fill, type Text } from './plural';

const WEB = process.cwd();
const AREAS = ['app', 'game', 'lesson', 'rules'];
const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');

/** Names and other words that are the same in a language as in English. */
const SAME: Partial<Record<Language | 'all', RegExp>> = {
  all: /^(app\.name|app\.title|home\.title|level\.\w+\.title)$/,
};

function textsOf(language: string): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const area of AREAS) {
    const file = readFileSync(join(WEB, `texts/${language}/${area}.json`), 'utf8');
    for (const [key, text] of Object.entries(JSON.parse(file) as Record<string, Text>)) {
      if (texts.has(key)) throw new Error(`${language}: ${key} is there twice`);
      texts.set(key, text);
    }
  }
  return texts;
}

function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

/** The places to fill in, of all forms together. */
function placesOf(text: Text): string[] {
  const places = formsOf(text).flatMap((form) => form.match(/\{[^}]*\}/g) ?? []);
  return [...new Set(places)].sort();
}

function sources(): string {
  const files = readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(svelte|ts|json)$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => readFileSync(join(WEB, 'src', file), 'utf8'))
    .join('\n');
}

const english = textsOf('en');
const code = sources();
const literals = new Set(Array.from(code.matchAll(/(['"`])([\w.-]+)\1/g), (match) => match[2]!));
/** Keys put together at run time, as patterns: `` `colour.${c}` ``. */
const patterns = Array.from(code.matchAll(/`([a-z]+\.[\w.-]*)(\$\{[^`]*)`/g), (match) => {
  const rest = match[2]!.replace(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '\0').split('\0');
  const escaped = [match[1]!, ...rest].map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped[0]}${escaped.slice(1).join('.+')}$`);
});

describe('the code', () => {
  it('asks only for texts that are there', () => {
    const asked = Array.from(code.matchAll(/\bt\(\s*(['"`])([\w.-]+)\1/g), (match) => match[2]!);
    expect(asked.filter((key) => !english.has(key))).toEqual([]);
  });

  it('asks for every text', () => {
    const isAsked = (key: string) =>
      literals.has(key) || patterns.some((pattern) => pattern.test(key));
    // What is told of somebody, readers are told of themselves.
    const unused = [...english.keys()].filter(
      (key) => !isAsked(key) && !isAsked(key.replace(/\.you$/, '')),
    );
    expect(unused).toEqual([]);
  });
});

describe.each(Object.keys(LANGUAGES))('the texts in %s', (language) => {
  const texts = textsOf(language);
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();

  it('are the same as in English', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('say something, without loose ends', () => {
    const bad = [...texts].filter(([, text]) =>
      formsOf(text).some((form) => form.trim() === '' || form !== form.trim() || / {2}/.test(form)),
    );
    expect(bad).toEqual([]);
  });

  it('have the forms that the language has for numbers', () => {
    const bad = [...texts].filter(
      ([, text]) =>
        typeof text !== 'string' && Object.keys(text).sort().join() !== categories.join(),
    );
    expect(bad.map(([key]) => key)).toEqual([]);
  });

  it('have the same places to fill in', () => {
    const bad = [...texts].filter(([key, text]) => {
      const model = english.get(key);
      return model !== undefined && placesOf(text).join() !== placesOf(model).join();
    });
    expect(bad.map(([key]) => key)).toEqual([]);
  });

  it('list names as the language does', () => {
    const listed = texts.get('story.listed') ?? '';
    const words = new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
    expect(fill(listed, { names: 'Ana', last: 'Bea' }, language)).toBe(
      words.format(['Ana', 'Bea']),
    );
    expect(fill(listed, { names: 'Ana, Bea', last: 'Cleo' }, language)).toBe(
      words.format(['Ana', 'Bea', 'Cleo']),
    );
  });

  it('have a number to choose by where they have forms for numbers', () => {
    const isPlural = (text: Text | undefined) => typeof text === 'object';
    const bad = [...texts].filter(([key, text]) => isPlural(text) !== isPlural(english.get(key)));
    expect(bad.map(([key]) => key)).toEqual([]);
  });
});

describe('the texts in fi', () => {
  it('have one word for the starting-player marker', () => {
    const said = [...textsOf('fi').values()].flatMap(formsOf).join('\n');
    expect(said).toMatch(/aloitusmerkki/i);
    expect(said).not.toMatch(/aloittajan merk/i);
  });
});

describe.each(OTHERS)('the texts in %s', (language) => {
  it('are not English', () => {
    const same = [...textsOf(language)].filter(([key, text]) => {
      const bare = formsOf(text)
        .join()
        .replace(/\{\w+\}/g, '');
      if (!/\p{L}{2}/u.test(bare)) return false;
      if (SAME.all?.test(key) || SAME[language]?.test(key)) return false;
      return JSON.stringify(text) === JSON.stringify(english.get(key));
    });
    expect(same.map(([key]) => key)).toEqual([]);
  });
});
