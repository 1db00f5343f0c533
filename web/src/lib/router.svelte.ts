/** Addresses: which page is shown, and going from one to another without a new load. */

import { tick } from 'svelte';

const place = $state({ path: location.pathname, query: location.search });

/** The path of the page, such as `/game/abc`. */
export function path(): string {
  return place.path;
}

/** A parameter of the address, null if it is not there. */
export function parameter(name: string): string | null {
  return new URLSearchParams(place.query).get(name);
}

/** Go to an address of ours; `replace` leaves no trace in the history. */
export async function go(address: string, { replace = false } = {}): Promise<void> {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  const samePage = location.pathname === place.path;
  read();
  await tick();
  if (samePage || replace) return;
  window.scrollTo(0, 0);
  // Screen readers and the keyboard start at the top of the new page.
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Let ordinary links to our own pages be followed without a new load. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.pathname === location.pathname && link.hash) {
    document.getElementById(link.hash.slice(1))?.scrollIntoView();
    history.replaceState(null, '', link.href);
    return;
  }
  void go(link.pathname + link.search + link.hash);
}

function read(): void {
  place.path = location.pathname;
  place.query = location.search;
}

window.addEventListener('popstate', read);
