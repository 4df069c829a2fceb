import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minifySync } from 'vite';
import type { Plugin } from 'vite';

/**
 * Makes the page request its scripts before other files, largest first, because those take longest to
 * compile.
 */
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

/** Removes the comments and the indentation of the page. */
export const shortenPage: Plugin = {
  name: 'shorten-page',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replaceAll(/<!--[^]*?-->/g, '').replaceAll(/\n\s*/g, '\n'),
  },
};

/** The initial values of Tailwind's variables, for browsers that do not know `@property`. */
const initialValues = /@layer properties\{@supports[^]*?\}\}\}/;

/**
 * Removes styles that only browsers from before July 2024 need (Firefox before 128, Safari before 16.4): a
 * fiftieth of the styles that the first page loads.
 */
export const shortenStyles: Plugin = {
  name: 'shorten-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const sheets = Object.values(bundle)
      .filter((file) => file.type === 'asset')
      .filter(({ source }) => initialValues.test(source.toString()));
    if (sheets.length === 0) this.error('no style sheet has initial values to remove');
    for (const file of sheets) file.source = file.source.toString().replace(initialValues, '');
  },
};

/**
 * Removes the comments from the script that runs before the first paint, which is not a module and is
 * copied unchanged.
 */
export const shortenBoot: Plugin = {
  name: 'shorten-boot',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const path = resolve(dir, 'theme-boot.js');
    writeFileSync(path, minifySync(path, readFileSync(path, 'utf8')).code);
  },
};

/**
 * Makes code that is loaded later request its files at once, with a tenth of the bundler's code for that.
 */
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
