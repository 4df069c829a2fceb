import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRouteLinks } from './route-files.ts';

/** The links of a built app that lists these files. */
function linksOf(list: string | null): (path: string) => string | null {
  const folder = mkdtempSync(join(tmpdir(), 'foray-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (list !== null) writeFileSync(join(folder, 'route-files.json'), list);
  return readRouteLinks(folder);
}

test('[PERF-05] a path gets the files of its own route, and of no other', () => {
  const linkOf = linksOf(
    JSON.stringify({
      '/queue': ['/assets/queue.js', '/assets/rest.css'],
      '/tasks/:id': ['/t.js'],
    }),
  );
  const queue =
    '</assets/queue.js>; rel=modulepreload; crossorigin, </assets/rest.css>; rel=preload; as=style; crossorigin';
  expect(['/queue', '/queue/'].map(linkOf)).toEqual([queue, queue]);
  expect(linkOf('/tasks/7')).toBe('</t.js>; rel=modulepreload; crossorigin');
  expect(['/', '/task', '/tasks', '/tasks/7/8', '/queue/7'].map(linkOf)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test.each([
  ['no list', null],
  ['a list that cannot be read', '{'],
])('a built app with %s is served without links', (_, list) => {
  expect(linksOf(list)('/queue')).toBeNull();
});
