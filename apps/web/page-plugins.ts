import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minifySync } from 'vite';
import type { Plugin } from 'vite';

/** Has the page ask for its scripts before the other files, the largest first: it takes longest to compile. */
export const scriptsFirst: Plugin = {
  name: 'scripts-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle = {} }) => {
      const sizeOf = (tag: string): number => {
        const file = bundle[/src="\/([^"]+)"/.exec(tag)?.[1] ?? ''];
        return file?.type === 'chunk' ? file.code.length : 0;
      };
      const scripts = page.match(/<script type="module"[^>]*><\/script>\s*/g) ?? [];
      const largestFirst = scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a)).join('');
      const others = scripts.reduce((left, tag) => left.replace(tag, ''), page);
      return others.replace('<script ', () => `${largestFirst}<script `);
    },
  },
};

/** Leaves the comments and the indentation of the page out. */
export const shortenPage: Plugin = {
  name: 'shorten-page',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replaceAll(/<!--[^]*?-->/g, '').replaceAll(/\n\s*/g, '\n'),
  },
};

/** Leaves the comments out of the script before the first paint, which is no module and is copied as it stands. */
export const shortenBoot: Plugin = {
  name: 'shorten-boot',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const path = resolve(dir, 'theme-boot.js');
    writeFileSync(path, minifySync(path, readFileSync(path, 'utf8')).code);
  },
};

/** Has what is loaded later ask for its files at once, in a tenth of the code that does it for other sites. */
export const shortPreload: Plugin = {
  name: 'short-preload',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => `
      const known = new Set();
      export const __vitePreload = (load, files = []) => {
        for (const file of files) {
          // The page has the only style sheet from the beginning.
          if (known.has(file) || file.endsWith('.css')) continue;
          known.add(file);
          const link = document.createElement('link');
          document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: '/' + file }));
        }
        return load();
      };`,
  },
  generateBundle(_options, files) {
    const isLeft = Object.values(files).some(
      (file) => file.type === 'chunk' && file.code.includes('vite:preloadError'),
    );
    if (isLeft) this.error('the preloads of Vite have another name');
  },
};
