/** Sending until it is answered. The server does a thing once, however often it is asked. */

import { ApiError } from '$lib/api/client';
import { backoff } from '$lib/api/stream';

/** Whether the server has not answered: lost on the way, or it is starting again. */
export function isUnanswered(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.status === 0 || [429, 502, 503, 504].includes(error.status))
  );
}

/** Ask again and again until there is an answer, or `goOn` says that nobody waits for it. */
export async function persist<T>(ask: () => Promise<T>, goOn: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || !goOn()) throw error;
      await pause(backoff(attempt));
      if (!goOn()) throw error;
    }
  }
}

/** Wait, but no longer than until the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}
