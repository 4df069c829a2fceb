import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './install.mjs';

test('where no violation is meant, nothing is run, and that is a failure', () => {
  const args = [join(root, 'scripts/violations.mjs'), 'PACK-01', 'no such text'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'No violation has "PACK-01" and "no such text" in its row, its test or its text.\n',
  ]);
});
