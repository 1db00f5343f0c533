/** What somebody likes: theme, speed, and so on; remembered on this device. */

import { recall, remember } from '$lib/memory';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

interface Settings {
  theme: Theme;
  speed: Speed;
  /** The letters of the notation on every tile. */
  letters: boolean;
}

const REMEMBERED = 'azulejos.settings';
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'off'];

const settings = $state<Settings>(remembered());
const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');
let calm = $state(reduced.matches);
reduced.addEventListener('change', () => (calm = reduced.matches));
applyTheme();

/** The settings now; read only, `set` changes them. */
export function current(): Readonly<Settings> {
  return settings;
}

/** Change settings and remember them. */
export function set(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  remember(REMEMBERED, JSON.stringify(settings));
  applyTheme();
}

/** How long motion takes beside its normal length: 0 is no motion at all. */
export function pace(): number {
  if (calm) return 0;
  return { slow: 1.8, normal: 1, fast: 0.5, off: 0 }[settings.speed];
}

function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
}

function remembered(): Settings {
  const defaults: Settings = { theme: 'auto', speed: 'normal', letters: false };
  try {
    const found = JSON.parse(recall(REMEMBERED) ?? '{}') as Partial<Settings>;
    return {
      theme: THEMES.includes(found.theme as Theme) ? (found.theme as Theme) : defaults.theme,
      speed: SPEEDS.includes(found.speed as Speed) ? (found.speed as Speed) : defaults.speed,
      letters: found.letters === true,
    };
  } catch {
    return defaults;
  }
}
