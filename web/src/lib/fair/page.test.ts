import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import Fair from '$lib/pages/Fair.svelte';
import { history, last } from '$lib/story/fixtures/games';
import { speak } from '$lib/story/fixtures/speak';
import Proof from './Proof.svelte';

beforeAll(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const VERIFIED = {
  players: 2,
  result: '54 61',
  num_rounds: 5,
  num_moves: 52,
  commitment: 'c'.repeat(64),
  seed: 'd'.repeat(64),
  start_was_drawn: true,
  num_deals: 5,
  without_nonce: [1],
};

function answer(status: number, body: unknown) {
  const fetched = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function check(text: string): Promise<void> {
  render(Fair);
  await fireEvent.input(screen.getByLabelText('Record of the game'), { target: { value: text } });
  await fireEvent.click(screen.getByRole('button', { name: 'Check the record' }));
}

describe('the page', () => {
  test('says what was checked', async () => {
    const fetched = answer(200, VERIFIED);
    await check('[Wall "coloured"]');
    expect(await screen.findByText('This game was dealt fairly.')).toBeTruthy();
    expect(screen.getByText('54 : 61')).toBeTruthy();
    expect(screen.getByText('1 of 2')).toBeTruthy();
    expect(fetched).toHaveBeenCalledOnce();
  });

  test.each([
    [422, 'fairness', 'This game was not dealt fairly, or the record was changed.'],
    [422, 'record', 'This is not the complete record of a game.'],
    [413, 'limit', 'This is too large for the record of a game.'],
    [429, 'limit', 'That was often enough. Try again in a minute.'],
    [500, 'strange', 'The record could not be checked.'],
  ])('a refusal %i %s in plain words', async (status, code, words) => {
    answer(status, { code, message: 'the seed deals other tiles', field: 'round 2, deal' });
    await check('anything');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('names what is wrong', async () => {
    answer(422, { code: 'fairness', message: 'the seed deals other', field: 'round 2, deal' });
    await check('anything');
    expect(await screen.findByText('round 2, deal: the seed deals other')).toBeTruthy();
  });

  test('nothing to check', async () => {
    const fetched = answer(200, VERIFIED);
    await check('  ');
    expect(screen.getByText(/There is no record yet/)).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  });

  test('a file is read and checked at once', async () => {
    const fetched = answer(200, VERIFIED);
    render(Fair);
    const input = screen.getByLabelText('Choose a file');
    const file = new File(['[Players "2"]'], 'game.azul');
    Object.defineProperty(input, 'files', { value: [file] });
    await fireEvent.change(input);
    expect(await screen.findByText('This game was dealt fairly.')).toBeTruthy();
    expect(fetched).toHaveBeenCalledOnce();
  });
});

describe('the proof of a game', () => {
  test('shows the numbers, and asks the server', async () => {
    answer(200, VERIFIED);
    const game = history('conceded');
    render(Proof, { history: game, id: 'abc', key: null });
    expect(screen.getByText(last(game).fairness.server_seed!)).toBeTruthy();
    expect(screen.getByText('no number')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: /Have the server check/ }));
    expect(await screen.findByText(/Checked by the server: .* all 5 deals/)).toBeTruthy();
  });

  test('names the deal that is wrong', () => {
    const game = history('duel');
    const deal = game.filter((update) => update.event?.kind === 'dealt')[1]!;
    deal.game.position!.displays.reverse();
    render(Proof, { history: game, id: 'abc', key: null });
    expect(screen.getByText('The deal of round 2 does not follow from the seed.')).toBeTruthy();
  });
});
