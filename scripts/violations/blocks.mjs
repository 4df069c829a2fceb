// @ts-check

const assignees = 'packages/authority/src/items/assignees.ts';
const blocks = 'packages/authority/src/account/blocks.ts';
const contacts = 'packages/authority/src/account/contacts.ts';
const changing = 'packages/authority/src/account/change-number.ts';
const erasing = 'packages/authority/src/account/erase-account.ts';
const flush = 'packages/authority/src/commands/flush.ts';
const attached = 'packages/embedded-postgres/src/attached-postgres.ts';
const orphan = 'packages/embedded-postgres/src/orphan.ts';
const reports = 'apps/server/src/reports/reports.ts';
const lists = 'apps/web/src/features/contacts/contact-lists.tsx';
const menu = 'apps/web/src/features/contacts/contact-menu.tsx';
const reportDialog = 'apps/web/src/features/contacts/report-dialog.tsx';
const limits = 'apps/server/src/http/limits.ts';
const limitsOfText = 'packages/domain/src/limits.ts';

/** Removing, blocking and reporting contacts. @type {readonly import('./violation.mjs').Violation[]} */
export const blockViolations = [
  {
    row: 'BLOCK-01',
    what: 'a removed contact stays on the list of the other',
    edits: [
      [
        blocks,
        'await tx.putFeed([row(me.id, other.id), row(other.id, me.id)]);',
        'await tx.putFeed(removed ? [row(me.id, other.id)] : [row(me.id, other.id), row(other.id, me.id)]);',
      ],
    ],
  },
  {
    row: 'BLOCK-01',
    what: 'a removed contact comes back by an import of the other',
    edits: [[blocks, "await tx.removeContacts([pair.me.id], pair.other.phone ?? '');", '']],
  },
  {
    row: 'BLOCK-02',
    what: 'an import brings a blocked person back',
    edits: [[contacts, ' && !parted.includes(id)', '']],
  },
  {
    row: 'BLOCK-02',
    what: 'who is unblocked stays no contact',
    edits: [[blocks, 'if (!isParted && (await haveEachOther(tx, pair)))', 'if (isParted)']],
  },
  {
    row: 'BLOCK-02',
    what: 'an unblocked person is a contact without having the number',
    edits: [[blocks, '!isParted && (await haveEachOther(tx, pair))', '!isParted']],
  },
  {
    row: 'BLOCK-02',
    what: 'ending one block ends that of the other too',
    edits: [[blocks, 'if (!isParted && (await', 'if ((await']],
  },
  {
    row: 'BLOCK-03',
    what: 'a blocked person can be assigned to where both are in the tree',
    edits: [[assignees, 'if (parted.has(id)) continue;', '']],
  },
  {
    row: 'BLOCK-04',
    what: 'a blocked person is notified',
    edits: [[flush, 'if (parted.has(user_id)) continue;', '']],
  },
  {
    row: 'BLOCK-05',
    what: 'an assignment that a block overtakes stands',
    edits: [
      [
        assignees,
        'if (still.length < ids.length || ids.some((id) => parted.has(id))) throw',
        'if (still.length < ids.length) throw',
      ],
    ],
  },
  {
    row: 'BLOCK-05',
    what: 'an assignment that the end of a contact overtakes stands',
    edits: [[assignees, 'still.length < ids.length || ', '']],
  },
  {
    row: 'BLOCK-06',
    what: 'anybody can be reported',
    edits: [
      [
        blocks,
        'if (!(await haveMet(tx, pair)) && !(await hasBlocked(tx, pair))) return false;',
        '',
      ],
    ],
  },
  {
    row: 'BLOCK-06',
    what: 'who was blocked first cannot report',
    edits: [[blocks, 'if (!(await haveMet(tx, pair)) &&', 'if (!(await areMutual(tx, pair)) &&']],
  },
  {
    row: 'BLOCK-06',
    what: 'the answer to a report tells a block from a removal',
    edits: [
      [
        blocks,
        'if (!(await haveMet(tx, pair)) &&',
        'if ((!(await areMutual(tx, pair)) && (await tx.blocksAmong(pair.me.id, [pair.other.id])).length === 0) &&',
      ],
    ],
  },
  {
    row: 'BLOCK-06',
    what: 'anybody can be blocked',
    edits: [[blocks, 'if (!(await areMutual(tx, pair))) return hasBlocked(tx, pair);', '']],
  },
  {
    row: 'BLOCK-07',
    what: 'a blocked person comes back by a number that they gave up before',
    edits: [[blocks, '  await takeOffFormerNumbers(tx, pair);\n', '']],
  },
  {
    row: 'BLOCK-07',
    what: 'a block takes somebody else along',
    edits: [[blocks, 'if ((await tx.userByPhone(phone)) === null) await', 'await']],
  },
  {
    row: 'BLOCK-07',
    what: 'a blocked person comes back by another account with the same number',
    edits: [
      [erasing, 'if (left.phone === null) await takeOffBlockersLists(tx, userId, user.phone);', ''],
    ],
  },
  {
    row: 'BLOCK-07',
    what: 'a blocked person comes back by another account with the number that they gave up',
    edits: [[changing, '    await takeOffBlockersLists(tx, userId, me.phone);\n', '']],
  },
  {
    row: 'BLOCK-07',
    what: 'blocks of an account that has ended stay',
    edits: [
      [
        'apps/server/src/db/store/people.ts',
        'where user_id = ${id} or (${isEnd}::boolean and blocked_id = ${id})',
        'where user_id = ${id}',
      ],
    ],
  },
  {
    row: 'BLOCK-08',
    what: 'a report that is to block does not',
    edits: [[blocks, 'if (report.block) await block(tx, now, caller, pair);', '']],
  },
  {
    row: 'BLOCK-08',
    what: 'a report has room for more',
    edits: [[limitsOfText, 'maxReportChars = 500', 'maxReportChars = 501']],
  },
  {
    row: 'BLOCK-08',
    what: 'reports are not bounded',
    edits: [[limits, "name: 'reports user', most: 20,", "name: 'reports user', most: 21,"]],
  },
  {
    row: 'BLOCK-09',
    what: 'reports are listed oldest first',
    edits: [[reports, 'order by id desc`', 'order by id`']],
  },
  {
    row: 'BLOCK-09',
    what: 'a report that is marked stays open',
    edits: [[reports, 'set done_at = coalesce(done_at, ${at})', 'set done_at = done_at']],
  },
  {
    row: 'BLOCK-10',
    what: 'a command does not find the server that runs',
    edits: [
      [attached, 'const running = runningPostmaster(folder.cluster);', 'const running = null;'],
    ],
  },
  {
    row: 'BLOCK-10',
    what: 'a command finds a server where none runs',
    edits: [
      [
        orphan,
        "if (file?.status !== 'ready' || !isPostmasterOf(file.pid, cluster)) return null;",
        "return { host: file?.socketFolder || '127.0.0.1', port: file?.port ?? 5432 };",
      ],
    ],
  },
  {
    row: 'BLOCK-11',
    what: 'a contact is removed without a question',
    edits: [
      [
        lists,
        'onAct={(about, what) => ask(',
        "onAct={(about, what) => what === 'remove' ? void remove(about) : ask(",
      ],
    ],
  },
  {
    row: 'BLOCK-11',
    what: 'a removed contact stays until the sync has stored it',
    edits: [
      [
        lists,
        'if (await run(call, name, strings.removed(name))) leaveOut(id);',
        'await run(call, name, strings.removed(name));',
      ],
    ],
  },
  {
    row: 'BLOCK-11',
    what: 'the questions do not say that what is shared stays',
    edits: [[lists, '<p className="mt-2">{strings.stays(name)}</p>', '']],
  },
  {
    row: 'BLOCK-12',
    what: 'who was blocked is not listed before the screen is opened again',
    edits: [[lists, '    leaveOut(id);\n    await blocked.reload();', '    leaveOut(id);']],
  },
  {
    row: 'BLOCK-12',
    what: 'an unblocked person stays hidden among the contacts',
    edits: [[lists, 'takeBack(id);', '']],
  },
  {
    row: 'BLOCK-13',
    what: 'a report never blocks',
    edits: [
      [
        reportDialog,
        'const report = { reason, text, block };',
        'const report = { reason, text, block: false };',
      ],
    ],
  },
  {
    row: 'BLOCK-13',
    what: 'a text that is too long is sent',
    edits: [
      [
        reportDialog,
        'textLength(text) > maxReportChars;',
        'textLength(text) > 2 * maxReportChars;',
      ],
    ],
  },
  {
    row: 'BLOCK-14',
    what: 'offline the menu offers what it cannot do',
    edits: [[menu, 'online ? undefined : strings.offline', 'undefined']],
  },
  {
    row: 'BLOCK-14',
    what: 'what failed leaves the list',
    edits: [[lists, 'return answer?.ok === true;', 'return true;']],
  },
  {
    row: 'BLOCK-14',
    what: 'who is no contact any more counts as blocked',
    edits: [
      [
        'apps/web/src/replica/client/contact-actions.ts',
        'change((context) => calls.blockContact',
        'end((context) => calls.blockContact',
      ],
    ],
  },
  {
    row: 'BLOCK-12',
    what: 'an older answer replaces the list that came after it',
    edits: [['apps/web/src/ui/server-only.tsx', 'if (turn !== asked.current) return;', '']],
  },
  {
    row: 'BLOCK-15',
    what: 'a report of who is blocked offers to block',
    edits: [
      [
        'apps/web/src/features/contacts/contact-lists.tsx',
        'isBlocked={asked?.isBlocked === true}',
        'isBlocked={false}',
      ],
    ],
  },
];
