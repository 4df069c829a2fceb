// @ts-check

const make = 'scripts/make-package.mjs';

/** What is handed on to operators. @type {readonly import('./violation.mjs').Violation[]} */
export const packageViolations = [
  {
    row: 'PACK-01',
    what: 'tools are in the package',
    edits: [[make, "'--omit=dev', ", '']],
  },
  {
    row: 'PACK-01',
    what: 'packages that are in the bundle are there twice',
    edits: [[make, "if (isOutside(path.replace('node_modules/', ''))) add(path);", 'add(path);']],
  },
  {
    row: 'PACK-01',
    what: 'the licences of what is in the bundles are not there',
    edits: [[make, "await packagesOf(['@foray/server', '@foray/web'])", '[]']],
  },
  {
    row: 'PACK-01',
    what: 'the packages that the server needs are not',
    edits: [
      [make, 'for (const path of await neededPackages(withPostgres)) copy(path, folder);', ''],
    ],
  },
  {
    row: 'PACK-02',
    what: 'the unit has a word that systemd does not know',
    edits: [['deploy/foray.service', 'ProtectHome=yes', 'ProtectHomes=yes']],
  },
  {
    row: 'PACK-02',
    what: 'the service may call everything',
    edits: [['deploy/foray.service', 'SystemCallFilter=@system-service', '']],
  },
  {
    row: 'PACK-03',
    what: 'the proxy sends requests to a node that is gone',
    edits: [['deploy/Caddyfile', 'lb_try_duration 5s', '']],
  },
  {
    row: 'PACK-03',
    what: 'the proxy asks rarely whether a node still serves',
    edits: [['deploy/Caddyfile', 'health_interval 2s', 'health_interval 60s']],
  },
  {
    row: 'PACK-03',
    what: 'without a node nothing says when to come back',
    edits: [['deploy/Caddyfile', 'header @away Retry-After 2', '']],
  },
  {
    row: 'PACK-03',
    what: 'the password is in the image of the pooler',
    edits: [['deploy/compose.yaml', '$$POSTGRES', '$POSTGRES']],
  },
];
