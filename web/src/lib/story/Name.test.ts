import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import Name from './Name.svelte';

afterEach(cleanup);

/** The texts a name is made of; only the first of them is cut where room is scarce. */
function partsOf(name: string): string[] {
  const { container } = render(Name, { name });
  expect(container.textContent).toBe(name);
  return [...container.querySelectorAll('span span')].map((part) => part.textContent);
}

it.each([
  ['Mestre Gil (2)', ['Mestre Gil', ' (2)']],
  ['Ana (2) (4)', ['Ana (2)', ' (4)']],
])('keeps the number of %s apart', (name, parts) => {
  expect(partsOf(name)).toEqual(parts);
});

it.each(['Ana', 'Ana (Lisboa)', 'Ana(2)', '(2)', 'Ana (12345)', ''])(
  'leaves %j in one piece',
  (name) => {
    expect(partsOf(name)).toEqual([name]);
  },
);
