import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import type { ChunkingContext } from 'rolldown';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import {
  namesByPlugins,
  plainRadix,
  scriptsFirst,
  shortPreload,
  shortenBoot,
  shortenPage,
  welcomeWords,
} from './page-plugins.ts';
import { laterStyles, listRouteFiles } from './later-files.ts';
import { plainExports } from './plain-exports.ts';
import { reactModules } from './react-modules.ts';

/** The address of the API during development; in production one server serves both. */
const apiAddress = process.env['FORAY_API'] ?? 'http://127.0.0.1:3000';

/** The texts of a language, awaited by the parts that show them. */
const texts = /\/src\/messages\/(\w+)\/(\w+)\.ts$/;

/**
 * Fails a build whose files wait for each other, since the network would decide which of them runs first.
 */
const noCycles: Plugin = {
  name: 'no-cycles',
  generateBundle(_options, files) {
    const isAwaited = (name: string): boolean => {
      const file = files[name];
      return file?.type === 'chunk' && texts.test(file.facadeModuleId ?? '');
    };
    const importsOf = (name: string): readonly string[] => {
      const file = files[name];
      if (file?.type !== 'chunk') return [];
      return [...file.imports, ...file.dynamicImports.filter(isAwaited)];
    };
    const done = new Set<string>();
    const visit = (name: string, line: readonly string[]): void => {
      if (line.includes(name))
        this.error(`files import each other: ${[...line, name].join(' > ')}`);
      if (done.has(name)) return;
      for (const next of importsOf(name)) visit(next, [...line, name]);
      done.add(name);
    };
    for (const name of Object.keys(files)) visit(name, []);
  },
};

/** The part of Home that shows items. */
const homeItems = fileURLToPath(new URL('src/features/home/home-items.tsx', import.meta.url));

/** The module of items and everything that it imports; null until computed. */
let withItems: ReadonlySet<string> | null = null;

/** Names the file of `homeItems` and of the modules that it imports; the file contains nothing else. */
function withHomeItems(id: string, context: ChunkingContext): string | null {
  withItems ??= importsOfHomeItems(context);
  return withItems.has(id) ? 'items' : null;
}

function importsOfHomeItems(context: ChunkingContext): ReadonlySet<string> {
  const modules = new Set([homeItems]);
  for (const one of modules)
    for (const next of context.getModuleInfo(one)?.importedIds ?? [])
      // The index of a package imports all of its modules, including those that the items do not need.
      if (!/packages\/\w+\/src\/index\.ts$/.test(next)) modules.add(next);
  return modules;
}

/** Makes the page fetch the texts that most people need before any script requests them. */
const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .filter(
          ({ facadeModuleId }) =>
            texts
              .exec(facadeModuleId ?? '')
              ?.slice(1)
              .join() === 'en,shell',
        )
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    noCycles,
    preloadTexts,
    reactModules,
    plainRadix,
    scriptsFirst,
    welcomeWords,
    shortenPage,
    shortenBoot,
    shortPreload,
    laterStyles(homeItems),
    listRouteFiles,
    plainExports,
    namesByPlugins,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        // Installing the app, push messages and invitations need a network anyway, and these icons are shown
        // nowhere else.
        globIgnores: ['screens/**', 'icons/*-{180,192,512}.png', 'assets/invit*'],
      },
      includeManifestIcons: false,
      manifest: {
        id: '/',
        name: 'Foray',
        short_name: 'Foray',
        description: 'Campaigns, tasks and todos. Works offline and without an account.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f5f6f8',
        theme_color: '#f5f6f8',
        categories: ['productivity'],
        icons: [
          { src: '/icons/foray-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/foray-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icons/foray-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
        screenshots: [
          {
            src: '/screens/wide.png',
            sizes: '1440x900',
            type: 'image/png',
            form_factor: 'wide',
            label: 'Home on a desktop',
          },
          {
            src: '/screens/narrow.png',
            sizes: '360x780',
            type: 'image/png',
            form_factor: 'narrow',
            label: 'Home on a phone',
          },
        ],
        shortcuts: [
          {
            name: 'New todo',
            url: '/?new=todo',
            icons: [{ src: '/icons/foray-192.png', sizes: '192x192', type: 'image/png' }],
          },
          {
            name: 'Queue',
            url: '/queue',
            icons: [{ src: '/icons/foray-192.png', sizes: '192x192', type: 'image/png' }],
          },
        ],
      },
    }),
  ],
  resolve: {
    alias: {
      // React has the hook itself, so the library need not bring its own for older versions.
      'use-sync-external-store/shim/index.js': 'react',
      // Menus need little of it.
      '@floating-ui/react-dom': fileURLToPath(
        new URL('src/ui/layers/floating.ts', import.meta.url),
      ),
    },
  },
  css: {
    // The flag of Lightning CSS for `light-dark()`: no style uses it, so no fallback is needed.
    lightningcss: { exclude: 1_048_576 },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every browser that can run this build preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // Files that are loaded later need not name themselves, nor those that the page has, nor the layers: their
      // names would be on the first screen.
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html'
          ? deps
          : deps.filter((one) => one !== file && !/\/(app|base|shell|layers)-/.test(one)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules that only one screen or layer needs are in its own file, and those that several need in
          // one shared file. Otherwise each set of modules shared by the same screens would become a file,
          // and most would be tiny.
          groups: [
            {
              name: 'base',
              // The texts need the last three modules, and the app awaits the texts.
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\/|\/messages\/(bidi-isolation|language|product)\.ts$/,
              priority: 2,
            },
            // The texts of later parts need these too.
            { name: 'format', test: /\/messages\/format\.ts$/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: withHomeItems, debugName: 'home items', priority: 0.5 },
            { name: 'shared', minShareCount: 2, priority: 0.4 },
            // The layers are fetched together when the page is idle, and together they are smaller.
            {
              name: 'layers',
              test: /\/(question-dialog|selection-bar|search-dialog|keyboard-help|version-dialogs|item-sheet|create-item-dialog|dialog-layer|activity-feed)\.tsx?$/,
              priority: 0.2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': apiAddress,
      '/csrf-cookie': apiAddress,
    },
  },
});
