/** The language of the page: chosen from the browser, switchable, remembered. */

import type app from '$texts/en/app.json';
import type game from '$texts/en/game.json';
import type lesson from '$texts/en/lesson.json';
import type rules from '$texts/en/rules.json';
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

const state = $state({ language: 'en' as Language, texts: {} as Record<string, Text> });
const areas = new Set<Area>(['app', 'game']);

/** Say something in the language of the page; a text with plural forms needs the parameter `n`. */
export function t(key: Key, params: Params = {}): string {
  const text = state.texts[key];
  return text === undefined ? key : fill(text, params, state.language);
}

/** Whether there is a text; for keys made from what the server says, such as an error's code. */
export function hasText(key: string): key is Key {
  return key in state.texts;
}

/** The language of the page now. */
export function language(): Language {
  return state.language;
}

/** The languages somebody prefers, best first, and what we speak of them. */
export function choose(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const short = tag.toLowerCase().split('-')[0] ?? '';
    if (short in LANGUAGES) return short as Language;
  }
  return 'en';
}

/** Begin with the language remembered, or else the browser's. */
export async function start(): Promise<void> {
  const remembered = localStorage.getItem(REMEMBERED);
  await speak(choose([...(remembered ? [remembered] : []), ...navigator.languages]));
}

/** Switch to a language and remember it. */
export async function switchTo(language: Language): Promise<void> {
  localStorage.setItem(REMEMBERED, language);
  await speak(language);
}

/** Load the texts of an area that is not always there. */
export async function need(area: Area): Promise<void> {
  if (areas.has(area)) return;
  areas.add(area);
  const wanted = state.language;
  const texts = await load(wanted, area);
  if (wanted === state.language) state.texts = { ...state.texts, ...texts };
}

async function speak(language: Language): Promise<void> {
  const loaded = await Promise.all([...areas].map((area) => load(language, area)));
  state.texts = Object.assign({}, ...loaded) as Record<string, Text>;
  state.language = language;
  document.documentElement.lang = language;
}

async function load(language: Language, area: Area): Promise<Record<string, Text>> {
  const response = await fetch(addresses[`/texts/${language}/${area}.json`] ?? '');
  if (!response.ok) throw new Error(`no texts: ${language}/${area}`);
  return (await response.json()) as Record<string, Text>;
}
