import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildTestApp } from '../../http/testing/test-app.ts';
import { TestClient, codeOf } from '../../http/testing/test-client.ts';
import { openDatabase } from './database.ts';
import { ensureRun } from './known-run.ts';
import { migrate } from '../upkeep/migrate.ts';

/** Only root may mount a disk. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const diskMegabytes = 160;

describe.skipIf(!isRoot)('as root', () => {
  test('[OPS-06] on a full disk whole batches are postponed, and the same batches are applied once there is space', async () => {
    const disk = mountDisk();
    const postgres = await startTestPostgres(disk);
    onTestFinished(() => postgres.stop());
    const database = openDatabase({ address: postgres.connection, isDirect: true });
    onTestFinished(() => database.close());
    await migrate(database);
    await ensureRun(database.kysely);
    let log = '';
    const logger = pino({ level: 'warn' }, { write: (line: string) => void (log += line) });
    const app = await buildTestApp({ database, logger });
    onTestFinished(() => app.close());
    const client = new TestClient(app);
    await client.signIn();

    const filler = fill(disk);
    const refused: unknown[] = [];
    for (let asked = 0; !log.includes('"state":"53100"'); asked += 1) {
      expect(asked, `the disk is not full; the log says: ${log}`).toBeLessThan(200);
      const batch = batchOfThree();
      const answer = await client.post('/api/batch', batch);
      if (answer.status === 200) continue;
      expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toBe('2');
      refused.push(batch);
    }
    expect(log).not.toContain('"bug"');

    rmSync(filler);
    for (const batch of refused) {
      const answer = await client.post('/api/batch', batch);
      const results = answer.body.results as readonly { readonly status: number }[];
      expect(results.map(({ status }) => status)).toEqual([201, 201, 201]);
    }
  });
});

/** Mounts a small disk, which is removed at the end of the test. */
function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foray-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmdirSync(folder);
  });
  chmodSync(folder, 0o711);
  return folder;
}

/** Writes a file that uses up all space. */
function fill(folder: string): string {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const bytes of [1_000_000, 4_096]) {
    const block = Buffer.alloc(bytes);
    try {
      while (writeSync(file, block) === bytes);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  closeSync(file);
  return path;
}

/** Long texts that cannot be compressed need new space. */
function batchOfThree() {
  const requests = [1, 2, 3].map(() => {
    const description = randomBytes(3_000).toString('base64');
    const data = { uuid: randomUUID(), type: 'todo', title: 'Milk', description };
    return { id: randomUUID(), method: 'POST', url: '/api/items', data };
  });
  return { requests };
}
