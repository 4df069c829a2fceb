// Draws the PNG icons of the web app from its SVG mark with a Chromium that is already installed.
// Run it after changing the mark: `node scripts/make-icons.mjs`. The PNGs are committed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.mjs';
import { palettePng } from './palette-png.mjs';

const folder = fileURLToPath(new URL('../apps/web/public/icons/', import.meta.url));
const mark = await readFile(`${folder}foray.svg`, 'utf8');
/** The same without rounded corners: the platform cuts the shape itself, and may cut off the outer tenth. */
const square = mark.replace(/rx="\d+"/, '').replace('viewBox="0 0 64 64"', 'viewBox="-9 -9 82 82"');
const bleed = square.replace(
  '<rect width="64" height="64"',
  '<rect x="-9" y="-9" width="82" height="82"',
);

const drawings = [
  { file: 'foray-32.png', svg: mark, px: 32 },
  { file: 'foray-192.png', svg: mark, px: 192 },
  { file: 'foray-512.png', svg: mark, px: 512 },
  { file: 'foray-maskable-512.png', svg: bleed, px: 512 },
  { file: 'foray-apple-180.png', svg: bleed, px: 180 },
];

const executablePath = (await findBrowser()) ?? undefined;
const browser = await chromium.launch({ executablePath, args: browserArgs });
try {
  for (const { file, svg, px } of drawings) {
    const page = await browser.newPage({ viewport: { width: px, height: px } });
    const pixels = await page.evaluate(drawn, { svg, px });
    await writeFile(`${folder}${file}`, palettePng(Uint8Array.from(pixels), px));
    await page.close();
  }
} finally {
  await browser.close();
}

/** The pixels of a drawing, RGBA; runs in the page. */
async function drawn({ svg, px }) {
  const image = new Image(px, px);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: px, height: px });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, px, px);
  return [...context.getImageData(0, 0, px, px).data];
}
