/** Pictures as WebP, which the browser packs, and moving ones put together from many. */

import type { Page } from '@playwright/test';

export interface Frame {
  /** A screenshot, as PNG. */
  picture: Buffer;
  /** How long it is seen, in milliseconds. */
  length: number;
}

/** The part of a frame that differs from the one before. */
interface Patch {
  x: number;
  y: number;
  width: number;
  height: number;
  /** A WebP file, in base64. */
  packed: string;
}

/** Put frames of one size into an animated WebP of the given width; it runs for ever. */
export async function animate(page: Page, frames: readonly Frame[], width: number) {
  await page.goto('about:blank');
  let height = 0;
  const patches: (Patch & { length: number })[] = [];
  for (const { picture, length } of frames) {
    const packed = await page.evaluate(pack, { png: picture.toString('base64'), width });
    height = packed.height;
    const last = patches.at(-1);
    if (packed.patch) patches.push({ ...packed.patch, length });
    else if (last) last.length += length;
  }
  return file(
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(width - 1), u24(height - 1)])),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...patches.map(moment),
  );
}

/** One picture as WebP. */
export async function still(page: Page, picture: Buffer): Promise<Buffer> {
  await page.goto('about:blank');
  const width = picture.readUInt32BE(16);
  const { patch } = await page.evaluate(pack, { png: picture.toString('base64'), width });
  return Buffer.from(patch!.packed, 'base64');
}

/** In the page: scale a picture, find what has changed since the last one, and pack that. */
async function pack({ png, width }: { png: string; width: number }) {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const height = Math.round((image.height * width) / image.width / 2) * 2;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const now = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const kept = globalThis as { before?: Uint32Array };
  const before = kept.before;
  kept.before = now;

  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  if (before) {
    for (let at = 0; at < now.length; at += 1) {
      if (now[at] === before[at]) continue;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) return { height, patch: null };
  // Frames lie on even places.
  left -= left % 2;
  top -= top % 2;
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const part = new OffscreenCanvas(size.width, size.height);
  part
    .getContext('2d', { alpha: false })!
    .drawImage(canvas, left, top, size.width, size.height, 0, 0, size.width, size.height);
  const blob = await part.convertToBlob({ type: 'image/webp', quality: 0.82 });
  const data = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of data) text += String.fromCharCode(byte);
  return { height, patch: { x: left, y: top, ...size, packed: btoa(text) } };
}

function moment({ x, y, width, height, length, packed }: Patch & { length: number }): Buffer {
  const places = [x / 2, y / 2, width - 1, height - 1, length].map(u24);
  const REPLACES = 2;
  return chunk('ANMF', Buffer.concat([...places, Buffer.from([REPLACES]), image(packed)]));
}

/** The chunks of a WebP file that hold its picture. */
function image(packed: string): Buffer {
  const data = Buffer.from(packed, 'base64');
  const found: Buffer[] = [];
  for (let at = 12; at < data.length;) {
    const name = data.toString('latin1', at, at + 4);
    const end = at + 8 + data.readUInt32LE(at + 4);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name))
      found.push(chunk(name, data.subarray(at + 8, end)));
    at = end + (end % 2);
  }
  return Buffer.concat(found);
}

function file(...chunks: Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function u24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
