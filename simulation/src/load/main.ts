import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endLines, phaseLines } from './load-report.ts';
import { readLoadOptions, usage, type LoadOptions } from './load-options.ts';
import { startOwnDatabase } from './own-database.ts';
import { startOwnServer } from './own-server.ts';
import { runLoad } from './run-load.ts';
import { lookAtMetrics } from './server-use.ts';

// The command `npm run load`, which scripts/load.mjs runs from the root of the repository.

/** For each device: its stream, a call, and a spare one. */
const filesPerDevice = 3;

const options = readLoadOptions(process.argv.slice(2));
if (options === 'help') say(usage);
else if ('problem' in options) {
  process.stderr.write(`${options.problem}\n\n${usage}`);
  process.exitCode = 1;
} else {
  try {
    process.exitCode = (await load(options)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(
      `The run was given up (${(error as Error).message}): is the server there, with AUTH=open and RATE_LIMITS=off?\n`,
    );
    // Devices are still waiting for their next step.
    process.exit(1);
  }
}

/** True if no change was lost or duplicated. */
async function load(options: LoadOptions): Promise<boolean> {
  sayLimits(options);
  const interrupted = interruption();
  const { url, lost, stop, look } = await serverFor(options, interrupted);
  try {
    const running = runLoad(options, {
      url,
      async look() {
        const { user, system } = process.cpuUsage();
        return { server: await look(), toolCpuMs: (user + system) / 1_000 };
      },
      onPhase: (phase) => phaseLines(phase, options.devices).forEach(say),
    });
    const result = await Promise.race([running, lost, interrupted]);
    endLines(result, options.devices).forEach(say);
    return result.faults.length === 0;
  } finally {
    await stop();
  }
}

/** Rejects at Ctrl-C or a similar signal, so that everything started is stopped. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(signal)));
    }
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

async function serverFor({ url, replicas }: LoadOptions, interrupted: Promise<never>) {
  if (url === null) {
    const root = process.cwd();
    const counter = pathToFileURL(join(root, 'scripts/count-statements.mjs'));
    const database = replicas === 0 ? null : await startOwnDatabase(replicas);
    return startOwnServer(join(root, 'apps/server/dist/main.js'), counter, interrupted, database);
  }
  const token = process.env['METRICS_TOKEN'];
  const lost = new Promise<never>(() => {});
  return { url, lost, look: () => lookAtMetrics(url, token), stop: () => Promise.resolve() };
}

/** Prints the limits of this process, so that nobody mistakes them for the server's. */
function sayLimits({ devices }: LoadOptions): void {
  const files = openFilesMost();
  say(`${devices} devices in one process; open files ${files ?? 'not known'}`);
  if (files === null || files >= devices * filesPerDevice) return;
  say(
    `Raise the limit of open files to ${devices * filesPerDevice} (ulimit -n): devices may find no socket.`,
  );
}

function openFilesMost(): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
