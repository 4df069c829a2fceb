// A picture with few colours as a PNG with a palette: a third of the size of a browser's screenshot.
import { crc32, deflateSync } from 'node:zlib';

/** Flat drawings have few colours, and many shades where their edges are smoothed. */
const maxColours = 64;

/**
 * The PNG of `pixels` (RGBA, `px` × `px`). If there are more than 64 colours, the most frequent stay, and the
 * others become the nearest of them.
 */
export function palettePng(pixels, px) {
  const counts = new Map();
  const colours = [];
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.slice(at, at + 4);
    if (colour[3] === 0) colour.fill(0);
    colours.push(colour.join());
    counts.set(colour.join(), (counts.get(colour.join()) ?? 0) + 1);
  }
  const palette = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxColours)
    .map(([colour]) => colour.split(',').map(Number));
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(px * (px + 1));
  for (const [at, colour] of colours.entries())
    rows[Math.floor(at / px) * (px + 1) + 1 + (at % px)] = places.get(colour);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(px, 0);
  header.writeUInt32BE(px, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The index of the colour in the palette that differs least. */
function nearest(palette, colour) {
  const wanted = colour.split(',').map(Number);
  const distances = palette.map((one) =>
    one.reduce((sum, part, at) => sum + (part - wanted[at]) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
