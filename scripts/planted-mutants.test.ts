import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

test('a filter that matches no planted mutant is a failure', () => {
  const args = [join(root, 'scripts/planted-mutants.mjs'), 'PACK-01', 'no such text'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'No planted mutant has "PACK-01" and "no such text" in its place, claim, sentence or files.\n',
  ]);
});
