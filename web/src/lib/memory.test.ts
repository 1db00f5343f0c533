import { afterEach, expect, it, vi } from 'vitest';
import { recall, remember } from './memory';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('remembers', () => {
  expect(recall('test')).toBeNull();
  expect(remember('test', 'yes')).toBe(true);
  expect(recall('test')).toBe('yes');
});

it('goes on without a memory where the browser forbids one', () => {
  const forbid = () => {
    throw new DOMException('not allowed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, clear: () => {} });
  expect(remember('test', 'yes')).toBe(false);
  expect(recall('test')).toBeNull();
});
