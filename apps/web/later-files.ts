import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputAsset, OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import { splitStyles } from './split-styles.ts';

/** Plugins of the build for files that the page does not link. */

/** Tailwind's initial values for browsers from before July 2024 (Firefox before 128, Safari before 16.4). */
const initialValues = /@layer properties\{@supports[^]*?\}\}\}/;

/**
 * Leaves in the page the styles of its own files and of those that `alsoFirst` imports. All others are a file
 * for which the code of later parts waits.
 */
export function laterStyles(alsoFirst: string): Plugin {
  return {
    name: 'later-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const [sheet, ...others] = Object.values(bundle).filter(isSheet);
      if (sheet === undefined || others.length > 0) this.error('the app has not one style sheet');
      const whole = sheet.source.toString();
      if (!initialValues.test(whole)) this.error('the styles have no initial values to remove');
      const chunks = chunksOf(bundle);
      const roots = [entryOf(chunks), chunks.find((one) => one.facadeModuleId === alsoFirst)];
      const early = importsOf(bundle, roots);
      const page = readFileSync(fileURLToPath(new URL('index.html', import.meta.url)), 'utf8');
      const code = chunks.filter(({ fileName }) => early.has(fileName)).map((one) => one.code);
      const styles = splitStyles(whole.replace(initialValues, ''), [page, ...code].join('\n'));
      const emit = (name: string, source: string): string =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const first = emit('first.css', styles.first);
      const rest = emit('rest.css', styles.rest);
      delete bundle[sheet.fileName];
      for (const { fileName, moduleIds, viteMetadata } of chunks) {
        if (viteMetadata?.importedCss.delete(sheet.fileName)) viteMetadata.importedCss.add(first);
        const isScreen = moduleIds.some((id) => id.endsWith('.tsx'));
        if (isScreen && !early.has(fileName)) viteMetadata?.importedCss.add(rest);
      }
    },
  };
}

function isSheet(file: OutputAsset | OutputChunk): file is OutputAsset {
  return file.type === 'asset' && file.fileName.endsWith('.css');
}

function chunksOf(bundle: OutputBundle): readonly OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

function entryOf(chunks: readonly OutputChunk[]): OutputChunk | undefined {
  return chunks.find(({ isEntry }) => isEntry);
}

/** The files of these chunks and of all that they import at once. */
function importsOf(
  bundle: OutputBundle,
  chunks: readonly (OutputChunk | undefined)[],
): ReadonlySet<string> {
  const all = new Set(chunks.flatMap((one) => (one === undefined ? [] : [one.fileName])));
  for (const name of all) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const next of file.imports) all.add(next);
  }
  return all;
}

/** The list of the screens that the routes load. */
const screensOfApp = fileURLToPath(new URL('src/app/routing/screens.ts', import.meta.url));

/**
 * Lists, for the path of each route, the files of its screen that no page links, so that a server can name
 * them with the page.
 */
export const listRouteFiles: Plugin = {
  name: 'list-route-files',
  generateBundle(_options, bundle) {
    const chunks = chunksOf(bundle);
    const chunkOf = (module: string) => chunks.find((one) => one.facadeModuleId === module);
    const linked = importsOf(bundle, [entryOf(chunks)]);
    const listTexts = chunkOf(fileURLToPath(new URL('src/messages/en/list.ts', import.meta.url)));
    const source = readFileSync(screensOfApp, 'utf8');
    const routes = [...source.matchAll(/ '(\/[^']*)': [^]*?import\('([^']+)'\)/g)];
    const files = routes.map(([, path = '', module = '']) => {
      const screen = chunkOf(resolve(dirname(screensOfApp), module));
      if (screen === undefined) this.error(`the screen of ${path} has no file`);
      const all = importsOf(bundle, [chunkOf(screensOfApp), listTexts, screen]);
      const own = [...all].filter((name) => !linked.has(name));
      const sheets = new Set(own.flatMap((name) => sheetsOf(bundle[name])));
      return [path, [...own, ...sheets].map((name) => `/${name}`)];
    });
    if (files.length === 0) this.error('no route was found');
    const list = JSON.stringify(Object.fromEntries(files));
    this.emitFile({ type: 'asset', fileName: 'route-files.json', source: list });
  },
};

function sheetsOf(file: OutputAsset | OutputChunk | undefined): readonly string[] {
  return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
}
