import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const unit = fileURLToPath(new URL('../../../../deploy/foray.service', import.meta.url));

/** The complete output of systemd-analyze, for which unknown settings are not failures. */
function analyze(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout + stderr;
}

test('[PACK-02] systemd accepts the unit, and the unit has few rights', () => {
  expect(analyze('verify', unit)).toBe('');
  const exposure = /exposure level for foray.service: ([\d.]+)/.exec(
    analyze('security', '--offline=yes', unit),
  );
  // The value is 1.4, and 1.8 without the filter of system calls.
  expect(Number(exposure?.[1])).toBeLessThan(1.5);
});
