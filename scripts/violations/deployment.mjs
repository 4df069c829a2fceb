// @ts-check

const cluster = 'packages/embedded-postgres/src/cluster.ts';
const limits = 'apps/server/src/http/limits.ts';
const people = 'apps/server/src/db/store/people.ts';
const rekey = 'apps/server/src/db/rekey.ts';
const user = 'packages/embedded-postgres/src/system-user.ts';

/** How it is run. @type {readonly import('./violation.mjs').Violation[]} */
export const deploymentViolations = [
  {
    row: 'DEPLOY-01',
    what: 'PostgreSQL runs under an account that others use',
    edits: [[user, "const ownName = 'foray';", "const ownName = 'daemon';"]],
  },
  {
    row: 'DEPLOY-02',
    what: 'without programs that make accounts PostgreSQL runs as nobody',
    edits: [
      [
        user,
        'return { uid, gid: uid, name: `user ${uid}` };',
        'return listedUser({ uid, gid: uid, name: `user ${uid}` });',
      ],
    ],
  },
  {
    row: 'DEPLOY-03',
    what: 'a cluster of nobody stays with nobody',
    edits: [[user, "sharedNames.includes(owner?.name ?? '')", 'false']],
  },
  {
    row: 'DEPLOY-03',
    what: 'what is cut off while a cluster is given away is taken for done',
    edits: [[cluster, '  chownSync(path, 0, 0);', '  if (statSync(path).uid === 0) return;']],
  },
  {
    row: 'DEPLOY-04',
    what: 'an anti-forgery token of the previous secret counts no more',
    edits: [
      [
        'apps/server/src/http/cookies.ts',
        'return signatures(id, session).some(',
        'return signatures(id, session).slice(0, 1).some(',
      ],
    ],
  },
  {
    row: 'DEPLOY-04',
    what: 'limits begin again with a new secret',
    edits: [[limits, 'having coalesce(max(count), 0) < ${most}', 'having true']],
  },
  {
    row: 'DEPLOY-04',
    what: 'a proof counts once under each secret',
    edits: [
      [
        limits,
        'where bucket = any(${former}::text[]) and window_start = ${until}::timestamptz',
        'where false',
      ],
    ],
  },
  {
    row: 'DEPLOY-04',
    what: 'nobody is told that a number was given up under the previous secret',
    edits: [[people, 'isTakenOver: others.rows.length > 0', 'isTakenOver: false']],
  },
  {
    row: 'DEPLOY-05',
    what: 'the numbers that people have given up stay under the previous secret',
    edits: [[rekey, '[...phones, ...givenUp.map(({ phone }) => phone)]', 'phones']],
  },
  {
    row: 'DEPLOY-05',
    what: 'what is imported again stays under the previous secret',
    edits: [
      [
        'packages/authority/src/account/contacts.ts',
        '    await tx.renewContacts(me.id, phones);\n',
        '',
      ],
    ],
  },
  {
    row: 'DEPLOY-05',
    what: 'the numbers of people stay under the previous secret',
    edits: [[rekey, '  await renewContacts(tx, hashes, phones, null);\n', '']],
  },
  {
    row: 'DEPLOY-05',
    what: 'a new secret makes new keys for push services',
    edits: [['apps/server/src/push/vapid-keys.ts', 'kept?.text ?? newKeys()', 'newKeys()']],
  },
  {
    row: 'DEPLOY-05',
    what: 'subscriptions stay sealed under the previous secret',
    edits: [
      [
        'apps/server/src/push/push-messages.ts',
        'if (found === null || found.isPresent) continue;',
        'continue;',
      ],
    ],
  },
  {
    row: 'DEPLOY-06',
    what: 'the secret that was moved aside is forgotten',
    edits: [
      [
        'apps/server/src/secret.ts',
        'return checked(path, () => readOrNull(path));',
        'return null;',
      ],
    ],
  },
];
