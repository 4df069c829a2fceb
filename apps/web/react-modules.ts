import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const requires = /^var (?:\s*\w+ = require\("[\w-]+"\)[,;])+$/m;

/**
 * Turns React's CommonJS files into modules, so that the build leaves out unused code, such as hydration. A
 * build fails if a later version has another form.
 */
export const reactModules: Plugin = {
  name: 'react-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(?:react|react-dom|react-dom\/client|react\/jsx-runtime|scheduler)$/ },
    handler(id) {
      const [name = ''] = id.split('/');
      const folder = dirname(require.resolve(`${name}/package.json`));
      return join(folder, 'cjs', `${id.replace('/', '-')}.production.js`);
    },
  },
  transform: {
    filter: { id: /\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
    handler(code) {
      const module = moduleOf(code);
      if (/\brequire\(|\bexports\./.test(module)) this.error('React has another form');
      return module;
    },
  },
};

/** The module that exports the properties of a file's `exports`. */
function moduleOf(code: string): string {
  const assigned = [...code.matchAll(/\bexports\.(\w+) =/g)].map(([, name = '']) => name);
  const names = [...new Set(assigned)];
  const repeated = names.filter((name) => assigned.indexOf(name) !== assigned.lastIndexOf(name));
  const [required = ''] = requires.exec(code) ?? [];
  const imports = [...required.matchAll(/(\w+) = require\("([\w-]+)"\)/g)];
  return [
    ...imports.map(([, name, file]) => `import * as ${name} from '${file}';`),
    ...repeated.map((name) => `let exported_${name};`),
    code
      .replace(requires, '')
      .replaceAll(/^exports\.(\w+) =/gm, (_, name: string) =>
        repeated.includes(name) ? `exported_${name} =` : `const exported_${name} =`,
      )
      .replaceAll(/\bexports\.(\w+)/g, 'exported_$1'),
    `export { ${names.map((name) => `exported_${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}
