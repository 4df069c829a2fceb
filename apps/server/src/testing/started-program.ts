import { until } from '@foray/embedded-postgres/testing';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port on which nobody listened a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a program of the system; resolves when its standard error has `ready`.
 * @param options.children receives the process, also if it never gets ready.
 */
export async function startProgram(
  name: string,
  args: readonly string[],
  { children, ready, ...options }: SpawnOptions & { children: ChildProcess[]; ready: string },
): Promise<void> {
  const child = spawn(name, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', (error) => (said += error.message));
  await until(`${name} with ${args.join(' ')}: install the package ${name}`, () =>
    said.includes(ready),
  );
}

/** Stops these processes, unless they have ended. */
export async function stopPrograms(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
}
