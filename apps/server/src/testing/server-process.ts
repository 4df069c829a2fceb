import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const sources = fileURLToPath(new URL('..', import.meta.url));

/** The server's programs, bundled as by `npm run build`, in a separate folder. */
export interface ServerPrograms {
  /** The file of the program. */
  readonly main: string;
  /** Starts the server with these variables and nothing else of the environment but PATH. */
  run(env: Readonly<Record<string, string>>): ServerProcess;
  remove(): void;
}

/** A start of the server. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** The address that it printed; rejects with its error message if it ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly out: string;
    readonly complaint: string;
  }>;
}

/** Bundles the server, or a command beside it; call `remove` in `afterAll`. */
export async function bundleServer(
  program: 'main' | 'backup' | 'restore' | 'doctor' | 'admin' = 'main',
): Promise<ServerPrograms> {
  const dist = join(sources, '../dist');
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, 'test-'));
  await build({
    input: join(sources, `bin/${program}.ts`),
    platform: 'node',
    external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@foray/'),
    output: { dir: folder },
    logLevel: 'silent',
  });
  cpSync(
    join(sources, '../../../packages/embedded-postgres/src/keeper.mjs'),
    join(folder, 'keeper.mjs'),
  );
  const main = join(folder, `${program}.js`);
  return {
    main,
    run: (env) => startServer(main, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a bundled server, of this version or an earlier one, like {@link ServerPrograms.run}. */
export function startServer(program: string, env: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [program], {
    // Signals the process group, as a terminal does on Ctrl-C.
    detached: true,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaint = '';
  const ended: ServerProcess['ended'] = new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, out, complaint })),
  );
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const found = /Foray is ready at (\S+)\n/.exec(out)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ code }) => reject(new Error(`the server ended (${code}): ${complaint}`)));
  });
  // A caller who only waits for the end does not read the address.
  address.catch(() => {});
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return { child, ended, address };
}
