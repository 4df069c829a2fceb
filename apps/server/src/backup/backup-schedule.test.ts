import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsText, metricsToken } from '../http/testing/metrics-of.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { backUpIfDue, type BackupSchedule } from './backup-schedule.ts';
import { checkBackup } from './check-backup.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T12:00:00.000Z');

const server = await sharedInFile(startServerUnderTest());

let folder: string;
let schedule: BackupSchedule;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'foray-backups-')), 'backups');
  schedule = { folder, everyHours: 24, kept: 3, secret: () => ({ files: { secret: 's' } }) };
});

const look = (atHours: number) =>
  backUpIfDue(server.database, schedule, startMs + atHours * hourMs);

test('[BACKUP-08] a backup is made when the newest is a day old, and only the newest three are kept', async () => {
  const made: boolean[] = [];
  for (const hours of [0, 1, 23, 24, 47, 48, 72, 96]) made.push(await look(hours));
  expect(made).toEqual([true, false, false, true, false, true, true, true]);
  expect(readdirSync(folder)).toEqual(
    ['03', '04', '05'].map((day) => `foray-2026-03-${day}T12-00-00Z.backup`),
  );
  const { head } = await checkBackup(join(folder, 'foray-2026-03-05T12-00-00Z.backup'));
  expect([head.madeAt, head.secretFiles]).toEqual(['2026-03-05T12:00:00.000Z', { secret: 's' }]);
});

test('[BACKUP-08] other files in the folder stay, and do not count', async () => {
  await look(0);
  const others = ['foray-9999.backup', 'mine.backup', 'notes.txt'];
  for (const name of others) writeFileSync(join(folder, name), '');
  for (const hours of [24, 48, 72, 96]) await look(hours);
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(others));
  expect(names).toHaveLength(others.length + 3);
});

test('[BACKUP-08] the remains of an interrupted backup are deleted before the next one', async () => {
  await look(0);
  for (const name of ['foray-2026-03-01T13-00-00Z', 'mine']) {
    writeFileSync(join(folder, `${name}.backup.partial`), '');
  }
  await look(24);
  expect(readdirSync(folder)).toEqual([
    'foray-2026-03-01T12-00-00Z.backup',
    'foray-2026-03-02T12-00-00Z.backup',
    'mine.backup.partial',
  ]);
});

test('[BACKUP-08] a failed backup leaves the earlier ones, and no partial file', async () => {
  await look(0);
  // Not even root can write a file in place of a folder.
  const blocked = join(folder, 'foray-2026-03-02T12-00-00Z.backup.partial');
  mkdirSync(blocked);
  await expect(look(24)).rejects.toThrow('EISDIR');
  rmSync(blocked, { recursive: true, force: true });
  expect(readdirSync(folder)).toEqual(['foray-2026-03-01T12-00-00Z.backup']);
  expect(await look(25)).toBe(true);
});

test('[ALERT-09] a node reports the time of the newest backup from its start, and reports none if it makes no backups', async () => {
  const said = async (more: { backups?: BackupSchedule }) => {
    const text = await metricsText(await server.build({ metricsToken }, more));
    return /^foray_last_backup_seconds (.*)$/m.exec(text)?.[1];
  };
  expect(await said({})).toBeUndefined();
  expect(await said({ backups: schedule })).toBe('0');
  await look(0);
  await look(24);
  expect(await said({ backups: schedule })).toBe(String((startMs + 24 * hourMs) / 1_000));
});
