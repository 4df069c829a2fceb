import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleServer, type ServerPrograms } from '../testing/server-process.ts';

let programs: ServerPrograms;
let home: string;
beforeAll(async () => {
  programs = await bundleServer('restore');
  home = mkdtempSync(join(tmpdir(), 'foray-restore-'));
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'a.text'), 'no backup');
});
afterAll(() => {
  programs?.remove();
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ['missing', 'there is no such file'],
  ['a.text', 'it is cut off or changed'],
])('[BACKUP-03] on a new machine a restore of %s makes no data folder', (name, reason) => {
  const [file, data] = [join(home, name), join(home, 'data')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [programs.main, file], {
    env: { PATH: process.env['PATH'], FORAY_DATA_DIR: data },
    encoding: 'utf8',
  });
  const sentence = `The backup in ${file} cannot be used: ${reason}. Nothing was changed.\n`;
  expect([status, stdout, stderr]).toEqual([1, '', sentence]);
  expect(existsSync(data)).toBe(false);
});
