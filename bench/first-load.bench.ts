import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bareReactScript } from './apps/bare-react.ts';

const root = process.cwd();
const dist = join(root, 'apps/web/dist');

/** The bytes that a browser fetches before the first screen: the page, its styles and eager scripts. */
function firstLoad(): number {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const links = [...page.matchAll(/<(?:script|link)[^>]*\b(?:src|href)="\/([^"]+\.(?:js|css))"/g)];
  const files = ['index.html', ...new Set(links.map(([, path]) => path ?? ''))];
  return files.reduce((sum, path) => sum + gzippedKib(readFileSync(join(dist, path))), 0);
}

/** A page that renders a paragraph with React still needs this much. */
async function reactAlone(): Promise<number> {
  return gzippedKib(Buffer.from(await bareReactScript()));
}

function gzippedKib(content: Buffer): number {
  return gzipSync(content, { level: 9 }).length / 1024;
}

/** The built app must exist: `npm run bench` first builds outdated parts. */
export const cases = [
  { name: 'first load, gzipped', unit: 'KiB', measured: true, ours: firstLoad, floor: reactAlone },
];
