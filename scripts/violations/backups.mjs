// @ts-check

const file = 'apps/server/src/backup/backup-file.ts';
const take = 'apps/server/src/backup/take-backup.ts';
const load = 'apps/server/src/backup/load-backup.ts';
const command = 'apps/server/src/backup/backup-command.ts';
const runs = 'apps/server/src/command.ts';
const schedule = 'apps/server/src/backup/backup-schedule.ts';

/** Backups and their return. @type {readonly import('./violation.mjs').Violation[]} */
export const backupViolations = [
  {
    row: 'BACKUP-01',
    what: 'others may read a backup',
    edits: [[file, 'mode: 0o600, flush', 'mode: 0o644, flush']],
  },
  {
    row: 'BACKUP-01',
    what: 'numbers begin again after a restore',
    edits: [[load, "if (part.kind === 'sequence') await goOnCounting(tx, part);", '']],
  },
  {
    row: 'BACKUP-01',
    what: 'every line separator ends a row',
    edits: [[file, "(rest + chunk).split('\\n')", '(rest + chunk).split(/[\\n\\u2028]/)']],
  },
  {
    row: 'BACKUP-02',
    what: 'each table is read at a moment of its own',
    edits: [[take, "'repeatable read'", "'read committed'"]],
  },
  {
    row: 'BACKUP-03',
    what: 'the seal is not compared',
    edits: [[file, "if (sealIs !== hash.digest('hex'))", 'if (sealIs === null)']],
  },
  {
    row: 'BACKUP-03',
    what: 'migrations of a newer release are not looked at',
    edits: [
      [
        'apps/server/src/backup/check-backup.ts',
        'if (unknown.length > 0)',
        'if (unknown.length > 99)',
      ],
    ],
  },
  {
    row: 'BACKUP-03',
    what: 'a data folder is made before the file is looked at',
    edits: [
      [runs, 'const work = await prepare(process.argv.slice(2));', ''],
      [runs, 'await work({', 'await (await prepare(process.argv.slice(2)))({'],
    ],
  },
  {
    row: 'BACKUP-04',
    what: 'people who are there are replaced unasked',
    edits: [[command, '!replaces && (await', 'false && (await']],
  },
  {
    row: 'BACKUP-04',
    what: 'the keys between tables do not come back',
    edits: [
      [
        load,
        'for (const { table, name, definition } of keys) {',
        'for (const { table, name, definition } of keys.slice(0, 0)) {',
      ],
    ],
  },
  {
    row: 'BACKUP-05',
    what: 'what an earlier release lacks is not made',
    edits: [[load, 'known.filter((name) => !head.migrations.includes(name))', 'known.slice(0, 0)']],
  },
  {
    row: 'BACKUP-06',
    what: 'a backup is written over another file',
    edits: [[command, 'lstatSync(file, {', 'lstatSync(`${file}.none`, {']],
  },
  {
    row: 'BACKUP-06',
    what: 'what could not be written whole stays',
    edits: [[file, 'await rm(aside, { force: true });', '{}']],
  },
  {
    row: 'BACKUP-06',
    what: 'a file beside the backup is written over, and lends it its rights',
    edits: [[file, "{ flags: 'wx', mode", '{ mode']],
  },
  {
    row: 'BACKUP-06',
    what: 'a file that cannot be written is called a fault of the database',
    edits: [[command, "syscall === 'connect' ||", "syscall !== '' ||"]],
  },
  {
    row: 'BACKUP-07',
    what: 'the secret of a data folder does not come back',
    edits: [[command, 'putSecretFiles(folder.path, secretFiles);', '{}']],
  },
  {
    row: 'BACKUP-07',
    what: 'another secret is not noticed',
    edits: [
      [
        command,
        'if (!isOther || bringsSecret) return said;',
        'if (isOther || bringsSecret) return said;',
      ],
    ],
  },
  {
    row: 'BACKUP-08',
    what: 'one backup too few stays',
    edits: [[schedule, 'slice(0, -kept)', 'slice(0, 1 - kept)']],
  },
  {
    row: 'BACKUP-08',
    what: 'files of others are deleted',
    edits: [[schedule, '&& ownName.test(name))', '|| name !== suffix)']],
  },
  {
    row: 'BACKUP-08',
    what: 'what was cut off stays for ever',
    edits: [[schedule, 'namesIn(folder, partialSuffix)', 'namesIn(folder, "none")']],
  },
];
