import { describe, expect, test } from 'vitest';
import { history, last, type Name } from '$lib/story/fixtures/games';
import { fromHex, join, sha256, toHex } from './sha256';
import { drawDeal, Stream } from './stream';
import { verify } from './verify';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('SHA-256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('test vector %#', (message, digest) => {
    expect(toHex(sha256(ascii(message)))).toBe(digest);
  });

  test('agrees with the browser on every length around a block', async () => {
    for (let length = 50; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      const theirs = await crypto.subtle.digest('SHA-256', bytes);
      expect(toHex(sha256(bytes))).toBe(toHex(new Uint8Array(theirs)));
    }
  });

  test('hexadecimal digits there and back', () => {
    expect(toHex(fromHex('00fF10')!)).toBe('00ff10');
    expect(fromHex('0')).toBeNull();
    expect(fromHex('xy')).toBeNull();
    expect(toHex(join(fromHex('01')!, fromHex('')!, fromHex('0203')!))).toBe('010203');
  });
});

describe('stream', () => {
  test('numbers below n, the same for the same seed', () => {
    const draw = () => {
      const stream = new Stream(sha256(ascii('seed')));
      return Array.from({ length: 100 }, (_, i) => stream.uniform(i + 1));
    };
    expect(draw()).toEqual(draw());
    expect(draw().every((n, i) => n >= 0 && n <= i)).toBe(true);
  });

  test('displays stay short when bag and lid are empty', () => {
    const stream = new Stream(new Uint8Array(32));
    const dealt = drawDeal(stream, 3, { bag: [1, 0, 0, 0, 2], lid: [0, 0, 0, 3, 0] });
    expect(dealt.displays).toEqual([
      [1, 0, 0, 1, 2],
      [0, 0, 0, 2, 0],
      [0, 0, 0, 0, 0],
    ]);
    expect(dealt.bag).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('verify', () => {
  test.each<[Name, number, boolean, number[]]>([
    ['duel', 5, true, []],
    ['four', 5, false, [0, 2, 3]],
    ['conceded', 2, true, [0]],
    ['shared', 5, true, [0, 1]],
  ])('%s is fair', (name, deals, startDrawn, withoutNonce) => {
    const verdict = verify(history(name));
    expect(verdict).toMatchObject({ kind: 'fair', deals, startDrawn, withoutNonce });
  });

  test('the bag is refilled from the lid in one of them', () => {
    expect(history('four').some((update) => update.effects?.refilled)).toBe(true);
  });

  test('nothing can be said before the end', () => {
    expect(verify(history('duel').slice(0, -1))).toEqual({ kind: 'early' });
    expect(verify([])).toEqual({ kind: 'early' });
  });

  test('a deal that was changed is named', () => {
    const game = history('duel');
    const deal = game.filter((update) => update.event?.kind === 'dealt')[2]!;
    const displays = deal.game.position!.displays;
    [displays[0], displays[1]] = [displays[1]!, displays[0]!];
    expect(verify(game)).toEqual({ kind: 'deal', round: 3 });
  });

  test('a bag that was changed is named', () => {
    const game = history('four');
    const at = game.findIndex((u) => u.event?.kind === 'dealt' && u.effects?.refilled);
    const { lid, round } = game[at - 1]!.game.position!;
    [lid[0], lid[1]] = [lid[0]! + 1, lid[1]! - 1];
    expect(verify(game)).toEqual({ kind: 'bag', round });
  });

  test('another starting player', () => {
    const game = history('duel');
    const started = game.find((update) => update.event?.kind === 'started')!;
    started.event!.start = 1 - started.event!.start!;
    expect(verify(game)).toEqual({ kind: 'start' });
  });

  test('another server seed, or a commitment that came later', () => {
    const game = history('duel');
    const { fairness } = last(game);
    last(game).fairness = { ...fairness, server_seed: 'ff'.repeat(32) };
    expect(verify(game)).toEqual({ kind: 'commitment' });
    const other = history('duel');
    other[0]!.game.fairness.commitment = '00'.repeat(32);
    expect(verify(other)).toEqual({ kind: 'commitment' });
    last(game).fairness = { ...fairness, server_seed: 'ff' };
    expect(verify(game)).toEqual({ kind: 'seeds' });
  });

  test('another nonce changes everything', () => {
    const game = history('shared');
    last(game).fairness.nonces = ['11'.repeat(32), null];
    expect(['start', 'deal']).toContain(verify(game).kind);
  });
});
