import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const turn = new URL('./turn.mjs', import.meta.url).href;
let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foray-turn-'));
  log = join(folder, 'log');
  appendFileSync(log, '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that records when it gets and releases the lock, with time for others to step in. */
function worker(name: string): Promise<number | null> {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    import { inTurn } from '${turn}';
    const note = (word) => appendFileSync(${JSON.stringify(log)}, word + ' ${name}\\n');
    await inTurn(${JSON.stringify(folder)}, async () => {
      note('begin');
      await delay(100);
      note('end');
    }, { log: () => {} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

test('two processes hold the lock one after the other, and leave nothing behind', async () => {
  const names = ['a', 'b', 'c', 'd'];
  expect(await Promise.all(names.map(worker))).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(8);
  for (let place = 0; place < 8; place += 2) {
    expect(lines[place + 1]).toBe(lines[place]?.replace('begin', 'end'));
  }
  expect(readdirSync(folder)).toEqual(['log']);
});

test('the lock of a dead process is free', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, '.foray-turn'), String(pid));
  expect(await Promise.all(['a', 'b', 'c'].map(worker))).toEqual([0, 0, 0]);
  expect(readdirSync(folder)).toEqual(['log']);
});
