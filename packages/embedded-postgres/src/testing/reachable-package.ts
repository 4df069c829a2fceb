import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPackage } from '../binaries.ts';
import { canReach, chooseSystemUser } from '../system-user.ts';

/**
 * Gives the tests of a file the platform package at a place that every account can reach: the installed one,
 * or a copy if the clone is in a private folder of root's. Without it each data folder of a test would make
 * its own copy, and log that.
 */
export function withReachablePackage(): () => string {
  let found: string;
  let copies: string | null = null;
  beforeAll(() => {
    found = installedPackage();
    const user = chooseSystemUser(null, () => {});
    if (user === null || canReach(join(found, 'native/bin'), user)) return;
    copies = realpathSync(mkdtempSync(join(tmpdir(), 'foray-package-')));
    chmodSync(copies, 0o755);
    execFileSync('cp', ['-a', found, join(copies, 'package')]);
    execFileSync('chmod', ['-R', 'u+w,a+rX', copies]);
    found = join(copies, 'package');
  });
  afterAll(() => {
    if (copies !== null) rmSync(copies, { recursive: true, force: true });
  });
  return () => found;
}
