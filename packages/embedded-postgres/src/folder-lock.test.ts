import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.ts';
import { findProcess, pidSpace } from './process-table.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foray-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'foray.lock');
const us = {
  pid: process.pid,
  startedAt: findProcess(process.pid)!.startedAt,
  pidSpace: pidSpace(),
};
const inUse = expect.objectContaining({ code: 'folder_in_use' });
const write = (holder: object): void => writeFileSync(path(), JSON.stringify(holder));

test('a folder lock has one holder, and another after its release', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(inUse);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  const next = await lockFolder(folder);
  lock.release();
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(us);
  next.release();
});

test('the refusal names the running process that holds the lock', async () => {
  write(us);
  await expect(lockFolder(folder)).rejects.toThrow(
    new RegExp(`^The data folder .* in use by another Foray \\(process ${us.pid} on .*\\.$`),
  );
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(us);
});

test.each<[string, string]>([
  ['a dead process', JSON.stringify({ ...us, pid: 2 ** 22 + 1 })],
  ['an earlier process whose pid is used again', JSON.stringify({ ...us, startedAt: 'x 1' })],
  ['half a write', '{"pid":'],
  ['an empty file', ''],
])('a lock of %s does not count', async (_, content) => {
  writeFileSync(path(), content);
  const lock = await lockFolder(folder);
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(us);
  lock.release();
});

test('a holder in another container counts as dead if its lock shows no heartbeat', async () => {
  write({ ...us, pidSpace: 'elsewhere pid:[1]' });
  const lines: string[] = [];
  const lock = await lockFolder(folder, { observeMs: 50, log: (line) => lines.push(line) });
  expect(lines).toEqual([expect.stringContaining('last used on elsewhere')]);
  lock.release();
});

test('a holder in another container counts as alive if its lock shows a heartbeat', async () => {
  write({ ...us, pidSpace: 'elsewhere pid:[1]' });
  const refused = lockFolder(folder, { observeMs: 50 });
  utimesSync(path(), new Date(1), new Date(1));
  await expect(refused).rejects.toThrow(inUse);
});

test.each([
  ['of an unknown boot', us.startedAt.replace(/^\S+/, '')],
  ['unknown', ''],
])(
  '[DEPLOY-10] a holder whose start is %s is alive while its lock shows a heartbeat',
  async (_, startedAt) => {
    write({ ...us, startedAt });
    const refused = lockFolder(folder, { observeMs: 50 });
    utimesSync(path(), new Date(1), new Date(1));
    await expect(refused).rejects.toThrow(inUse);
    (await lockFolder(folder, { observeMs: 50 })).release();
  },
);

test('only one of many processes that find the same dead lock gets it', async () => {
  writeFileSync(path(), JSON.stringify({ ...us, pid: 2 ** 22 + 1 }));
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['foray.lock']);
  for (const one of tries) if (one.status === 'fulfilled') one.value.release();
});
