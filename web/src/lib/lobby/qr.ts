/** QR codes as a path to draw. */

import qrcode from 'qrcode-generator';

/** The quiet frame every code needs around it, in modules. */
export const QUIET = 4;

export interface Code {
  /** How many modules wide it is with its frame. */
  size: number;
  /** The dark modules, run by run, for the `d` of an SVG path. */
  path: string;
}

export function makeCode(text: string): Code {
  const qr = qrcode(0, 'M');
  qr.addData(text, 'Byte');
  qr.make();
  const count = qr.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let from = 0; from < count; from += 1) {
      if (!qr.isDark(row, from)) continue;
      let to = from;
      while (to < count && qr.isDark(row, to)) to += 1;
      path += `M${from + QUIET} ${row + QUIET}h${to - from}v1h${from - to}z`;
      from = to;
    }
  }
  return { size: count + 2 * QUIET, path };
}
