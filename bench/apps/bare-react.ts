import { join } from 'node:path';
import { rolldown } from 'rolldown';

const paragraph = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(createElement('p', null, 'ready'));`;

const list = `
  import { createElement, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  function List() {
    const [title, setTitle] = useState('');
    const [rows, setRows] = useState(Array.from({ length: 10 }, (_, id) => ({ id, title: 'row ' + id })));
    const add = (event) => {
      event.preventDefault();
      setRows([{ id: rows.length, title }, ...rows]);
      setTitle('');
    };
    const toggle = (id) => setRows(rows.map((row) => (row.id === id ? { ...row, isDone: true } : row)));
    const button = ({ id, title, isDone }) =>
      createElement('button', { 'aria-label': (isDone ? 'Reopen ' : 'Complete ') + title, onClick: () => toggle(id) });
    return createElement('main', null,
      createElement('form', { onSubmit: add },
        createElement('input', { value: title, onChange: (event) => setTitle(event.target.value) })),
      createElement('ul', null, rows.map((row) => createElement('li', { key: row.id }, button(row), row.title))));
  }
  createRoot(document.getElementById('root')).render(createElement(List));`;

/** The script of a page that renders one paragraph with React: no page of ours can need less. */
export const bareReactScript = (): Promise<string> => reactScript(paragraph);

/** The script of a page of ten rows in memory, which a field adds to and buttons complete. */
export const bareListScript = (): Promise<string> => reactScript(list);

async function reactScript(source: string): Promise<string> {
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
        load: (id) => (id.endsWith('floor.js') ? source : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}
