/**
 * SHA-256 (FIPS 180-4). The browser's own is missing where a page does not come over https,
 * as from a computer on the same network; and proofs should work there as well.
 */

/** The first 32 bits of the fractional part of a root of a prime, as the standard has it. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) {
  if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
}
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The digest of some bytes: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = Int32Array.from(START);
  const blocks = padded(message);
  const words = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15]!;
      const b = words[i - 2]!;
      const early = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const late = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16]! + early + words[i - 7]! + late;
    }
    mix(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** The message, a one, zeros, and its length in bits, to whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(size - 8, BigInt(message.length) * 8n);
  return view;
}

function mix(hash: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i]! + words[i]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
}

/** Bytes from hexadecimal digits; null if they are none. */
export function fromHex(digits: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes as hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Several runs of bytes as one. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
