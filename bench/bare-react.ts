import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The script of a page that renders one paragraph with React: no page of ours can need less. */
export async function bareReactScript(): Promise<string> {
  const root = process.cwd();
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
               createRoot(document.getElementById('root')).render(createElement('p', null, 'ready'));`
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}
