import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = process.cwd();
const dist = join(root, 'apps/web/dist');

/** What a browser fetches before the first screen stands: the page, its styles and eager scripts. */
function firstLoad(): number {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const links = [...page.matchAll(/<(?:script|link)[^>]*\b(?:src|href)="\/([^"]+\.(?:js|css))"/g)];
  const files = ['index.html', ...new Set(links.map(([, path]) => path ?? ''))];
  return files.reduce((sum, path) => sum + gzippedKib(readFileSync(join(dist, path))), 0);
}

/** A page that renders nothing with React still needs this much. */
async function reactAlone(): Promise<number> {
  const entry = 'floor';
  const bundle = await rolldown({
    input: entry,
    cwd: join(root, 'apps/web'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === entry ? join(root, 'apps/web/floor.js') : null),
        load: (id) =>
          id.endsWith('floor.js')
            ? `import { createElement } from 'react';
               import { createRoot } from 'react-dom/client';
               createRoot(document.body).render(createElement('p'));`
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return gzippedKib(Buffer.from(output[0].code));
}

function gzippedKib(content: Buffer): number {
  return gzipSync(content, { level: 9 }).length / 1024;
}

/** The built app must be there: `npm run bench` builds what is stale first. */
export const cases = [
  { name: 'first load, gzipped', unit: 'KiB', measured: true, ours: firstLoad, floor: reactAlone },
];
