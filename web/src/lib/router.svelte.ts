/** Addresses: which page is shown, and going from one to another without a new load. */

const place = $state({ path: location.pathname, query: location.search });
let back = false;

/** The path of the page, such as `/game/abc`. */
export function path(): string {
  return place.path;
}

/** A parameter of the address, null if it is not there. */
export function parameter(name: string): string | null {
  return new URLSearchParams(place.query).get(name);
}

/** Whether the page was come to by the browser's back or forward: it knows how far down one was. */
export function cameBack(): boolean {
  return back;
}

/** Go to an address of ours; `replace` leaves no trace in the history. */
export function go(address: string, { replace = false } = {}): void {
  // As with any link: where one is already, one does not come back to.
  const here = location.pathname + location.search + location.hash;
  if (replace || address === here) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  read(false);
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
    lead(document.getElementById(link.hash.slice(1)));
    history.replaceState(null, '', link.href);
    return;
  }
  go(link.pathname + link.search + link.hash);
}

/** Scroll to a part of the page; the keyboard goes on from there. */
function lead(part: HTMLElement | null): void {
  if (!part) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

function read(byBrowser: boolean): void {
  back = byBrowser;
  place.path = location.pathname;
  place.query = location.search;
}

window.addEventListener('popstate', () => read(true));
