/** Whether the server can be reached; while it cannot be, we try again by ourselves. */

const EVERY_MS = 4000;
/** One request that fails, perhaps because the page is being left, is no news yet. */
const GRACE_MS = 700;

const state = $state({ lost: false, returns: 0 });
let timer: ReturnType<typeof setInterval> | undefined;
let grace: ReturnType<typeof setTimeout> | undefined;

/** True from the first request that did not get through to the next one that does. */
export function isLost(): boolean {
  return state.lost;
}

/** How often the server has come back; what failed before such a return is no news any more. */
export function returns(): number {
  return state.returns;
}

/** Say whether a request got through. */
export function noteReached(reached: boolean): void {
  if (reached) {
    if (timer !== undefined) state.returns++;
    state.lost = false;
    clearInterval(timer);
    clearTimeout(grace);
    timer = grace = undefined;
  } else {
    grace ??= setTimeout(() => (state.lost = true), GRACE_MS);
    timer ??= setInterval(() => void knock(), EVERY_MS);
  }
}

async function knock(): Promise<void> {
  try {
    const response = await fetch('/api/v1/levels', {
      cache: 'no-store',
      signal: AbortSignal.timeout(EVERY_MS),
    });
    // A proxy answers for a server that is down.
    if (response.status < 502 || response.status > 504) noteReached(true);
  } catch {
    // Still not there.
  }
}

window.addEventListener('azulejos:server', (event) => {
  noteReached((event as CustomEvent<boolean>).detail);
});
window.addEventListener('offline', () => noteReached(false));
window.addEventListener('online', () => void knock());
