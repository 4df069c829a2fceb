import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minifySync } from 'vite';
import type { Plugin } from 'vite';
import { onboarding } from './src/messages/en/lazy/onboarding.ts';

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

/** Puts the words of the tutorial's first card into the page. */
export const welcomeWords: Plugin = {
  name: 'welcome-words',
  transformIndexHtml: (page) => {
    const { title, text } = onboarding.onboarding.steps.welcome;
    return page.replace('{{welcome.title}}', title).replace('{{welcome.text}}', text);
  },
};

/** Removes the comments and the spaces around the tags of the page. */
export const shortenPage: Plugin = {
  name: 'shorten-page',
  transformIndexHtml: {
    order: 'post',
    handler: (page) =>
      page
        .replaceAll(/<!--[^]*?-->/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?(<[^>]*?)( ?\/)?> ?/g, '$1>'),
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
 * Makes code that is loaded later request its files at once, and wait for its styles, with a tenth of the
 * bundler's code for that.
 */
export const shortPreload: Plugin = {
  name: 'short-preload',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => `
      const loads = new Map();
      const request = (href) => {
        if (document.querySelector('link[href="' + href + '"]') !== null) return;
        const link = Object.assign(document.createElement('link'), { crossOrigin: '', href });
        if (!href.endsWith('.css')) {
          link.rel = 'modulepreload';
          document.head.append(link);
          return;
        }
        link.rel = 'stylesheet';
        return new Promise((resolve, reject) => {
          link.onload = resolve;
          link.onerror = () => {
            // The next attempt requests it again.
            link.remove();
            loads.delete(href);
            // A boundary knows code that could not be loaded by such an error.
            reject(new TypeError('Failed to fetch styles of a module: ' + href));
          };
          document.head.append(link);
        });
      };
      export const __vitePreload = (load, files = []) => {
        const waits = files.map((file) => {
          const href = '/' + file;
          if (!loads.has(href)) loads.set(href, request(href));
          return loads.get(href);
        });
        return Promise.all([load(), ...waits]).then(([code]) => code);
      };`,
  },
  generateBundle(_options, files) {
    const isLeft = Object.values(files).some(
      (file) => file.type === 'chunk' && file.code.includes('vite:preloadError'),
    );
    if (isLeft) this.error('the preloads of Vite have another name');
  },
};

/**
 * Leaves out the names that the components of Radix are given for debugging: a class whose name is set cannot
 * be left out where nothing uses it. Hooks that are read by a computed name keep all others in the app.
 */
export const plainRadix: Plugin = {
  name: 'plain-radix',
  apply: 'build',
  transform: {
    filter: { id: /@radix-ui\/.+\.mjs$/ },
    handler: (code) =>
      withoutModalMenus(code)
        .replace(/^var __name = .*$/m, 'var __name = (target) => target;')
        .replaceAll(/static \{\s*__name\(this, "\w+"\);\s*\}/g, '')
        .replaceAll(/\[" (\w+) "\.trim\(\)\.toString\(\)\]/g, '.$1'),
  },
};

/** Parts of Radix's menus that only modal ones have, and the names in their place: no menu here is modal. */
const modalMenus = [
  [
    'rootContext.modal ? /* @__PURE__ */ jsx(MenuRootContentModal, ',
    'false ? jsx(React.Fragment, ',
  ],
  ['disableOutsideScroll ? RemoveScroll : React.Fragment', 'React.Fragment'],
] as const;

function withoutModalMenus(code: string): string {
  if (!code.includes('MenuRootContentModal')) return code;
  return modalMenus.reduce((shorter, [part, instead]) => {
    if (!shorter.includes(part)) throw new Error(`Radix has no '${part}' any more`);
    return shorter.replace(part, instead);
  }, code);
}

/**
 * Gives all files other names when a plugin of this folder changes: plugins edit files that have their names
 * already, and browsers keep a file by its name for a year.
 */
export const namesByPlugins: Plugin = {
  name: 'names-by-plugins',
  apply: 'build',
  augmentChunkHash() {
    const folder = import.meta.dirname;
    const hash = createHash('sha256');
    for (const name of readdirSync(folder).toSorted()) {
      if (name.endsWith('.ts')) hash.update(readFileSync(resolve(folder, name)));
    }
    return hash.digest('hex');
  },
};
