/** What this device remembers; where the browser forbids it, nothing, and all else goes on. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember something; false if that cannot be. */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
