import { afterEach, beforeEach, expect, it } from 'vitest';
import { cameBack, followLinks, go, parameter, path } from './router.svelte';

beforeEach(() => go('/', { replace: true }));
afterEach(() => document.body.replaceChildren());

/** Press a link; whether the page takes care of it itself. */
function press(markup: string, how: MouseEventInit = {}): boolean {
  document.body.innerHTML = markup;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...how });
  let taken = false;
  const follow = (event: MouseEvent) => {
    followLinks(event);
    taken = event.defaultPrevented;
    // There is no browser here to go anywhere.
    event.preventDefault();
  };
  document.body.addEventListener('click', follow, { once: true });
  document.body.querySelector('a')?.dispatchEvent(click);
  return taken;
}

it('goes from page to page without a new load', () => {
  expect(press('<a href="/game/x/3?key=k">…</a>')).toBe(true);
  expect(path()).toBe('/game/x/3');
  expect(parameter('key')).toBe('k');
  expect(cameBack()).toBe(false);
});

it('comes to a page once, however often its link is pressed', () => {
  press('<a href="/rules">…</a>');
  const before = history.length;
  press('<a href="/rules">…</a>');
  expect(history.length).toBe(before);
});

it('leaves to the browser what is for the browser', () => {
  expect(press('<a href="/rules" target="_blank">…</a>')).toBe(false);
  expect(press('<a href="/api/v1/games/x/record" download>…</a>')).toBe(false);
  expect(press('<a href="https://example.org/">…</a>')).toBe(false);
  expect(press('<a href="/rules">…</a>', { ctrlKey: true })).toBe(false);
  expect(path()).toBe('/');
});

it('takes the keyboard along to a part of the page', () => {
  press('<a href="#there">…</a><h2 id="there">There</h2>');
  expect(document.activeElement?.id).toBe('there');
});

it('knows when the browser went back', () => {
  go('/rules');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(cameBack()).toBe(true);
});
