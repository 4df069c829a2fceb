// @ts-check

const cluster = 'packages/embedded-postgres/src/cluster.ts';
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
];
