import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effects, Position } from '$lib/api/types';
import type { Shown } from '$lib/motion/stage';
import { set } from '$lib/settings/settings.svelte';
import { Theatre } from './theatre.svelte';

interface Step {
  effects: Effects | null;
  position: Position;
}

const packed = readFileSync('src/lib/motion/fixtures/games.json.gz');
const steps = (JSON.parse(gunzipSync(packed).toString()) as Step[][])[0] ?? [];
const at = (n: number) => steps[n]?.position as Position;
const shown = (n: number): Shown => ({
  effects: steps[n]?.effects ?? null,
  game: { position: at(n) },
});

describe('the theatre', () => {
  let theatre: Theatre;
  beforeEach(() => {
    vi.useFakeTimers();
    set({ speed: 'normal' });
    theatre = new Theatre();
    theatre.jump(at(1));
  });
  afterEach(() => void vi.useRealTimers());

  it('plays one event after the other and then lies at rest', async () => {
    theatre.add([shown(2), shown(3)]);
    expect(theatre.playing).toBe(true);
    expect(theatre.waiting).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(theatre.scene?.hidden.size).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(theatre.playing).toBe(false);
    expect(theatre.waiting).toBe(0);
    expect(theatre.scene?.position).toBe(at(3));
    expect(theatre.scene?.hidden.size).toBe(0);
    expect(theatre.scene?.last.size).toBeGreaterThan(0);
  });

  it('is at the end at once when it is skipped', async () => {
    theatre.add([shown(2), shown(3)]);
    await vi.advanceTimersByTimeAsync(100);
    theatre.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(theatre.scene?.position).toBe(at(3));
    expect(theatre.playing).toBe(false);
  });

  it('shows where it has jumped, whatever was on its way', async () => {
    theatre.add([shown(2), shown(3)]);
    await vi.advanceTimersByTimeAsync(100);
    theatre.jump(at(9));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(theatre.scene?.position).toBe(at(9));
    theatre.add([shown(10)]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(theatre.scene?.position).toBe(at(10));
  });

  it('ends where it should even if the motion fails', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const measure = () => {
      throw new Error('no such place');
    };
    theatre.layer = { measure, launch: () => Promise.resolve(), clear: () => {} };
    theatre.add([shown(2), shown(3)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(theatre.playing).toBe(false);
    expect(theatre.scene?.position).toBe(at(3));
    expect(complaint).toHaveBeenCalled();
    complaint.mockRestore();
  });

  it('waits for nothing without motion', async () => {
    set({ speed: 'off' });
    theatre.add([shown(2), shown(3), shown(4)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(theatre.scene?.position).toBe(at(4));
  });

  it('does not try to show a long queue piece by piece', async () => {
    theatre.add(Array.from({ length: 20 }, (_, n) => shown(n + 2)));
    await vi.advanceTimersByTimeAsync(5000);
    expect(theatre.scene?.position).not.toBe(at(2));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(theatre.scene?.position).toBe(at(21));
  });
});
