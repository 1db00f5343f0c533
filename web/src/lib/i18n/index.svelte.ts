/** The language of the page: chosen from the browser, switchable, remembered. */

import type app from '$texts/en/app.json';
import type game from '$texts/en/game.json';
import type lesson from '$texts/en/lesson.json';
import type rules from '$texts/en/rules.json';
import { recall, remember } from '$lib/memory';
import { fill, type Params, type Text } from './plural';

export const LANGUAGES = {
  en: 'English',
  hu: 'Magyar',
  cs: 'Čeština',
  nl: 'Nederlands',
  fi: 'Suomi',
};
export type Language = keyof typeof LANGUAGES;

/** Texts are kept in areas; `app` and `game` are always there, the others are loaded by their pages. */
export type Area = 'app' | 'game' | 'lesson' | 'rules';
export type Key = keyof typeof app | keyof typeof game | keyof typeof lesson | keyof typeof rules;

const addresses = import.meta.glob<string>('/texts/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const REMEMBERED = 'azulejos.language';

let spoken = $state.raw<Language>('en');
let texts = $state.raw<Readonly<Record<string, Text>>>({});
/** The language asked for last, null before the first; its texts may still be on their way. */
let wanted: Language | null = null;
/** Which language, and how many areas of it, the texts are. */
let shown = '';
const areas = new Set<Area>(['app', 'game']);
const loads = new Map<string, Promise<Record<string, Text>>>();

/** Say something in the language of the page; a text with plural forms needs the parameter `n`. */
export function t(key: Key, params: Params = {}): string {
  const text = texts[key];
  return text === undefined ? key : fill(text, params, spoken);
}

/** Whether there is a text; for keys made from what the server says, such as an error's code. */
export function hasText(key: string): key is Key {
  return Object.hasOwn(texts, key);
}

/** The language of the page now. */
export function language(): Language {
  return spoken;
}

/** The language as dates and lists are written in it: our English is British. */
export function locale(): string {
  return spoken === 'en' ? 'en-GB' : spoken;
}

/** The languages somebody prefers, best first, and what we speak of them. */
export function choose(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const short = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(LANGUAGES, short)) return short as Language;
  }
  return 'en';
}

/** Begin with the language remembered, or else the browser's. */
export async function start(): Promise<void> {
  const remembered = recall(REMEMBERED);
  await speak(choose([...(remembered ? [remembered] : []), ...navigator.languages]));
}

/** Switch to a language and remember it. */
export async function switchTo(language: Language): Promise<void> {
  remember(REMEMBERED, language);
  await speak(language);
}

/** Have the texts of an area that is not always there; before the start, the start loads them. */
export async function need(area: Area): Promise<void> {
  const known = areas.has(area);
  areas.add(area);
  try {
    if (wanted) await speak(wanted);
  } catch (error) {
    if (!known) areas.delete(area);
    throw error;
  }
}

async function speak(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  let loaded: Record<string, Text>[];
  do {
    try {
      loaded = await Promise.all(Array.from(areas, (area) => load(language, area)));
    } catch (error) {
      if (wanted === language) wanted = before;
      throw error;
    }
    // Meanwhile another language may be wanted, or more of this one.
    if (wanted !== language) return;
  } while (loaded.length < areas.size);
  const all = `${language} ${loaded.length}`;
  if (all === shown) return;
  shown = all;
  texts = Object.assign({}, ...loaded) as Record<string, Text>;
  spoken = language;
  document.documentElement.lang = language;
}

/** Load the texts of an area once; what could not be loaded may be tried again. */
function load(language: Language, area: Area): Promise<Record<string, Text>> {
  const address = addresses[`/texts/${language}/${area}.json`] ?? '';
  const known = loads.get(address) ?? fetchTexts(address);
  loads.set(address, known);
  known.catch(() => loads.delete(address));
  return known;
}

async function fetchTexts(address: string): Promise<Record<string, Text>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no texts: ${address}`);
  return (await response.json()) as Record<string, Text>;
}
