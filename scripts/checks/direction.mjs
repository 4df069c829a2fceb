import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { servesTests } from './source-tree.mjs';

/** The allowed imports; the model of the rules, which proves code, shares none of it. */
const mayImport = {
  'packages/domain': [],
  'packages/contract': ['packages/domain'],
  'packages/typing': ['packages/domain'],
  'packages/sync': ['packages/domain', 'packages/contract'],
  'packages/authority': ['packages/domain', 'packages/contract'],
  'packages/embedded-postgres': [],
  'packages/model': [],
  'apps/server': [
    'packages/domain',
    'packages/contract',
    'packages/authority',
    'packages/embedded-postgres',
  ],
  'apps/web': ['packages/domain', 'packages/contract', 'packages/typing', 'packages/sync'],
  // Only the test entries of the server, like any other importer of `/testing`; and the parts of the app that
  // show data without a screen.
  simulation: [
    'packages/domain',
    'packages/contract',
    'packages/sync',
    'packages/authority',
    'apps/server',
    'apps/web',
  ],
  e2e: ['packages/domain', 'packages/contract', 'packages/sync'],
  bench: ['packages/domain', 'packages/contract', 'packages/sync', 'packages/authority'],
  scripts: [],
};

/** Additional packages for the tests below a folder: there the engine and the app meet the real authority. */
const testsImport = {
  'packages/sync/': ['packages/authority'],
  'packages/authority/': ['packages/model'],
  'apps/server/': ['packages/model'],
  'apps/web/src/app-tests/testing/': ['packages/authority'],
};

/**
 * The folders of a source tree from the bottom up; a file may import from its own folder and those below it,
 * and a file beside the folders may import from all of them. Tests are beside the code that they prove and
 * need more than it; only those of the app's screens keep to the layers too.
 */
const layered = [
  {
    root: 'apps/web/src',
    layers: [
      ['messages', 'state'],
      ['ui'],
      ['adapters', 'replica'],
      ['settings'],
      ['typing'],
      ['items', 'sign-in'],
      ['features'],
      ['app'],
    ],
    testsToo: true,
  },
  { root: 'apps/web/src/adapters', layers: [['browser'], ['storage'], ['indexed-db'], ['server']] },
  { root: 'apps/web/src/app', layers: [['routing'], ['layers'], ['banners'], ['frame']] },
  {
    root: 'apps/web/src/features/preferences',
    layers: [['parts'], ['account'], ['local-data', 'sync']],
  },
  {
    root: 'apps/web/src/items',
    layers: [
      ['repeat'],
      ['fields'],
      ['actions'],
      ['create'],
      ['queries'],
      ['dialogs'],
      ['list'],
      ['detail'],
      ['activity'],
    ],
  },
  { root: 'apps/web/src/replica', layers: [['store'], ['client'], ['hooks']] },
  {
    root: 'apps/web/src/replica/client',
    layers: [['state'], ['sync'], ['inbox'], ['accounts'], ['undo'], ['server']],
  },
  {
    root: 'apps/web/src/ui',
    layers: [['styles'], ['icons', 'interaction', 'lazy'], ['controls'], ['display'], ['layers']],
  },
  {
    root: 'packages/domain/src',
    layers: [['values'], ['people', 'repeat'], ['fields'], ['items', 'tree'], ['merge']],
  },
  {
    root: 'packages/contract/src',
    layers: [
      ['wire'],
      ['people'],
      ['items'],
      ['errors', 'account'],
      ['requests'],
      ['guards'],
      ['routes'],
    ],
  },
  {
    root: 'packages/sync/src',
    layers: [
      ['store'],
      ['memory'],
      ['optimistic'],
      ['queue'],
      ['remote'],
      ['actions'],
      ['conflicts'],
      ['data-file'],
      ['account'],
      ['cycle'],
      ['pull'],
      ['push'],
      ['engine'],
    ],
  },
  {
    root: 'packages/authority/src',
    layers: [
      ['store'],
      ['epochs'],
      ['items'],
      ['queries'],
      ['feed'],
      ['commands'],
      ['account'],
      ['ops'],
    ],
  },
  {
    root: 'apps/server/src',
    layers: [
      ['config', 'metrics'],
      ['db'],
      ['push'],
      ['http'],
      ['operator'],
      ['export', 'backup', 'reports'],
      ['doctor'],
      ['routes'],
      ['app'],
      ['bin'],
    ],
  },
  {
    root: 'apps/server/src/db',
    layers: [['tables', 'migrations'], ['pool'], ['account'], ['store', 'upkeep']],
  },
  {
    root: 'apps/server/src/http',
    layers: [['limits'], ['wire'], ['auth'], ['metrics', 'assets'], ['server']],
  },
];

/** Packages of others that production code of a pure package may use. */
const foreignPackages = {
  'packages/domain': [],
  'packages/contract': ['zod'],
  'packages/typing': [],
  'packages/sync': [],
  'packages/authority': [],
};

/**
 * The imports among `files` that violate the direction of the architecture, for a root whose workspaces name
 * their entries in `exports`. Cycles are left to oxlint.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findWrongDirections(root, files) {
  const packages = readEntries(root);
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier, line }) => {
      const broken = checkImport(file.path, specifier, packages);
      return broken === null ? [] : [{ path: file.path, line, ...broken }];
    }),
  );
}

function checkImport(from, specifier, packages) {
  const home = homeOf(from);
  if (specifier.startsWith('.')) {
    const to = join(from, '..', specifier);
    if (homeOf(to) !== home) {
      return broken(
        'entered-by-name',
        `${specifier} leaves ${home}: import the package by its name.`,
      );
    }
    if (!servesTests(from) && servesTests(to) && home !== 'scripts' && home !== 'e2e') {
      return broken('tests-stay-outside', `${specifier} serves tests: production may not need it.`);
    }
    return checkFeatures(from, to) ?? checkLayers(from, to);
  }
  const [scope, name] = specifier.split('/');
  if (scope !== '@foray') return checkForeign(from, home, specifier);

  const target = packages.get(`${scope}/${name}`);
  if (target === undefined || !target.entries.has(specifier)) {
    return broken('entered-by-name', `${specifier} is no entry in the exports of a package.`);
  }
  const known = servesTests(from) ? [...mayImport[home], ...knownToTests(from)] : mayImport[home];
  if (target.home !== home && !known.includes(target.home)) {
    return broken('direction', `${home} does not know ${target.home}.`);
  }
  if (specifier.endsWith('/testing') && home !== 'simulation' && home !== 'bench') {
    if (!servesTests(from)) {
      return broken('tests-stay-outside', `${specifier} serves tests: production may not need it.`);
    }
  }
  return null;
}

function knownToTests(from) {
  return Object.entries(testsImport).flatMap(([folder, homes]) =>
    from.startsWith(folder) ? homes : [],
  );
}

function checkForeign(from, home, specifier) {
  const allowed = foreignPackages[home];
  if (
    allowed === undefined ||
    !from.startsWith(`${home}/src/`) ||
    servesTests(from) ||
    allowed.includes(specifier)
  )
    return null;
  return broken(
    'pure-package',
    `${home} stands on the language alone: ${specifier} comes by a port.`,
  );
}

function checkFeatures(from, to) {
  const [own, other] = [from, to].map(
    (path) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1],
  );
  if (own === undefined || other === undefined || own === other) return null;
  return broken('features-never-meet', `What ${own} and ${other} share moves down.`);
}

function checkLayers(from, to) {
  for (const { root, layers, testsToo } of layered) {
    const [own, other] = [from, to].map((path) => folderIn(root, path));
    if (own === null || other === null || own === other) continue;
    if (servesTests(from) && !testsToo) continue;
    if (rankOf(layers, own) > rankOf(layers, other)) continue;
    return broken('layers', `${own || 'the entry'} does not know ${other || 'the entry'}.`);
  }
  return null;
}

/** The first folder of a path below `root`: empty for a file directly in it, null for one elsewhere. */
function folderIn(root, path) {
  if (!path.startsWith(`${root}/`)) return null;
  const [folder, rest] = path.slice(root.length + 1).split('/');
  return rest === undefined ? '' : folder;
}

/** A file in no layer is above all of them: the entry of the tree, or code for its tests. */
function rankOf(layers, folder) {
  const rank = layers.findIndex((names) => names.includes(folder));
  return rank === -1 ? layers.length : rank;
}

function homeOf(path) {
  const [first, second] = path.split('/');
  return first === 'packages' || first === 'apps' ? `${first}/${second}` : first;
}

/** By name: the folder, and the specifiers by which it may be entered. */
function readEntries(root) {
  const homes = Object.keys(mayImport).filter((home) => /^(packages|apps)\//.test(home));
  return new Map(
    homes.map((home) => {
      const { name, exports = {} } = JSON.parse(
        readFileSync(join(root, home, 'package.json'), 'utf8'),
      );
      return [name, { home, entries: new Set(Object.keys(exports).map((key) => join(name, key))) }];
    }),
  );
}

function broken(rule, message) {
  return { rule, message };
}
