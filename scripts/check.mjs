import { fileURLToPath } from 'node:url';
import { checks } from './checks/checks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs every check on this repository, two at a time, and prints one line for each as it ends, with its
 * findings below.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function checkAll() {
  let failed = 0;
  const waiting = Object.entries(checks);
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, check] = next;
      const startedMs = performance.now();
      const { ok, output } = await check(root);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      const line = `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)} ${seconds.padStart(5)} s`;
      console.log(ok && output !== '' ? `${line}  ${output}` : line);
      if (!ok) console.log(output.replace(/^/gm, '      '));
      if (!ok) failed += 1;
    }
  };
  await Promise.all([runNext(), runNext()]);
  return { passed: Object.keys(checks).length - failed, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await checkAll();
  process.exitCode = failed === 0 ? 0 : 1;
}
