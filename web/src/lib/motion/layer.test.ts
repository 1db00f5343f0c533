import { afterEach, describe, expect, it } from 'vitest';
import { find, isWhole, middle, path, wider } from './layer';

afterEach(() => document.body.replaceChildren());

function place(name: string, box: [number, number, number, number]): void {
  const element = document.createElement('div');
  element.dataset['slot'] = name;
  element.getBoundingClientRect = () => new DOMRect(...box);
  document.body.append(element);
}

describe('places on the page', () => {
  it('are found by name, or by what they lie in', () => {
    place('p1', [10, 10, 200, 100]);
    place('p1.l0.0', [20, 20, 30, 30]);
    expect(find('p1.l0.0')).toMatchObject({ whole: false, box: { left: 20, width: 30 } });
    expect(find('p1.w0.0')).toMatchObject({ whole: true, box: { left: 10, width: 200 } });
    expect(find('bag')).toBeNull();
  });
  it('that are not drawn are passed over', () => {
    place('d0.1', [0, 0, 0, 0]);
    place('d0.1', [5, 5, 20, 20]);
    expect(find('d0.1')?.box.left).toBe(5);
  });
  it('have wider ones, up to a whole', () => {
    expect(wider('c.B2')).toBe('c');
    expect(wider('d3.1')).toBe('d3');
    expect(wider('p0')).toBeNull();
    expect(isWhole('lid')).toBe(true);
    expect(isWhole('c.x')).toBe(false);
  });
});

describe('the way of a piece', () => {
  it('begins where it lay and ends where it will lie', () => {
    const from = { left: 100, top: 50, width: 20, height: 20 };
    const frames = path(from, { left: 10, top: 10, width: 40, height: 40 });
    expect(frames[0]).toEqual({ transform: 'translate(90px, 40px) scale(0.5)' });
    expect(frames.at(-1)).toEqual({ transform: 'none' });
  });
  it('goes to the middle of a whole place', () => {
    const box = middle({ left: 0, top: 0, width: 100, height: 60 }, 20);
    expect(box).toEqual({ left: 40, top: 20, width: 20, height: 20 });
  });
});
