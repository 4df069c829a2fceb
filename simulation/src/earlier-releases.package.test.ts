import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addedFieldNames } from '@foray/domain';
import { type QueuedRequest, storedFromRequest } from '@foray/sync';
import { queuedRequest } from '@foray/sync/testing';
import { rolldown } from 'rolldown';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The function of a release that merges a change into a queued request. */
type Coalesce = (
  last: QueuedRequest,
  change: {
    readonly kind: 'patch';
    readonly uuid: string;
    readonly change: { readonly title: string };
    readonly completedAt: null;
  },
  isNewestOfAll: boolean,
) => { readonly kind: string; readonly data?: Readonly<Record<string, unknown>> } | null;

/** The releases and their commits, from the changelog. */
const releases = [
  ...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(
    /^## (\d+\.\d+\.\d+)[^\n]*\n\nCommit: `(\w+)`/gm,
  ),
].map(([, release = '', commit = '']) => ({ release, commit }));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foray-releases-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code of a release that merges changes, built from its own sources. */
async function coalesceOf(commit: string): Promise<Coalesce> {
  const sources = join(folder, commit);
  const archive = `${sources}.tar`;
  await run('git', ['archive', '--output', archive, `--prefix=${commit}/`, commit, 'packages'], {
    cwd: root,
  });
  await run('tar', ['-xf', archive, '-C', folder]);
  const { stdout } = await run(
    'git',
    ['ls-tree', '-r', '--name-only', commit, 'packages/sync/src'],
    { cwd: root },
  );
  const file = stdout.split('\n').find((path) => path.endsWith('/coalesce.ts')) ?? '';
  const packageOf = (name: string) => join(sources, 'packages', name, 'src/index.ts');
  const bundle = await rolldown({
    input: join(sources, file),
    tsconfig: false,
    resolve: {
      alias: { '@foray/domain': packageOf('domain'), '@foray/contract': packageOf('contract') },
      modules: [join(root, 'node_modules')],
    },
  });
  const program = `${sources}.mjs`;
  await bundle.write({ file: program, format: 'esm' });
  await bundle.close();
  return ((await import(program)) as { readonly coalesce: Coalesce }).coalesce;
}

test('the changelog names the commit of every release', () => {
  expect(releases.map(({ release }) => release)).toEqual(
    expect.arrayContaining(['0.1.0', '0.2.0']),
  );
});

describe.each(releases)('a tab of $release', ({ commit }) => {
  let coalesce: Coalesce;
  beforeAll(async () => {
    coalesce = await coalesceOf(commit);
  });

  test.each(addedFieldNames)('[SYNC-16] loses no queued change of %s', (field) => {
    const edit = queuedRequest(1, 1, { data: { [field]: 'set here' } });
    const uuid = edit.itemUuid ?? '';
    const rename = {
      kind: 'patch',
      uuid,
      change: { title: 'renamed' },
      completedAt: null,
    } as const;
    // Without the mark it merges, and drops the part of the change that it does not know.
    expect(coalesce(edit, rename, true)).toMatchObject({ data: { title: 'renamed' } });
    // From 0.3.0 on a change that has to be queued by itself is null.
    const { kind } = coalesce(storedFromRequest(edit), rename, true) ?? { kind: 'separate' };
    expect(kind).toBe('separate');
  });
});
