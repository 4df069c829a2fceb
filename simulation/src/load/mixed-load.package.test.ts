import { buildRelease, folderOf, startServer } from '@foray/server/testing';
import {
  StandbyScene,
  areAt,
  countReads,
  startFront,
  testSecret,
} from '@foray/server/testing/standbys';
import { mkdtempSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { troubleDatabases } from './database-trouble.ts';
import { runLoad } from './run-load.ts';

/** Time to install and build a release on a busy machine. */
const longMs = 1_200_000;
const metricsToken = 'a token of the metrics';

let scene: StandbyScene;
let program: string;
beforeAll(async () => {
  program = await buildRelease('0.4.0');
  scene = await StandbyScene.start();
}, longMs);
afterAll(() => scene?.stop(), longMs);

/** The devices of 0.4.0, from its own sources: they are moved only by the engine that its app has. */
async function devicesOf040(): Promise<typeof runLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'foray-devices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: join(folderOf('0.4.0'), 'simulation/src/load/run-load.ts'),
    platform: 'node',
    external: (id) => isBuiltin(id),
    logLevel: 'silent',
  });
  const file = join(folder, 'run-load.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const loaded = (await import(pathToFileURL(file).href)) as { readonly runLoad: typeof runLoad };
  return loaded.runLoad;
}

test(
  '[SCALE-08] a node and ten devices of 0.4.0 beside those of this version lose and duplicate nothing while databases are killed, frozen, restarted and promoted',
  async () => {
    const { group } = scene;
    const present = await scene.startNode();
    const { host, user, database } = group.connection;
    const before = startServer(program, {
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      FORAY_SECRET: testSecret,
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: '0',
    });
    onTestFinished(async () => {
      before.child.kill('SIGTERM');
      await before.ended;
    });
    const old = await before.address;
    const metricsOf040 = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await fetch(`${old}/metrics`, { headers })).text();
    };
    expect(await metricsOf040()).toContain('foray_build_info{version="0.4.0"');
    const front = await startFront([await present.listen({ port: 0, host: '127.0.0.1' }), old]);
    onTestFinished(() => front.close());
    const are = (...states: readonly string[]) => areAt(present, ...states);
    await are('used', 'used');

    let looks = 0;
    let troubled: Promise<void> = Promise.resolve();
    const ports = {
      url: front.url,
      // The work of both begins after two looks each, and nobody settles before the trouble is over.
      async look() {
        looks += 1;
        if (looks === 6) troubled = troubleDatabases(group, are);
        if (looks > 6) await troubled;
      },
    };
    const options = { devices: 10, end: { kind: 'time', ms: 45_000 }, everyMs: 1_000 } as const;
    const earlier = await devicesOf040();
    const results = await Promise.all([
      runLoad({ ...options, seed: 1 }, ports),
      earlier({ ...options, seed: 2 }, ports),
    ]);
    for (const { faults, acknowledged } of results) {
      expect(faults).toEqual([]);
      expect(acknowledged).toBeGreaterThan(10 * 10);
    }
    expect(await countReads(present, 'answered')).toBeGreaterThan(100);
    const batches = [
      ...(await metricsOf040()).matchAll(/^foray_http_request_seconds_count\{.*batch.*\} (\d+)$/gm),
    ];
    const served = batches.reduce((sum, [, count]) => sum + Number(count), 0);
    expect(served).toBeGreaterThan(100);
    expect(before.child.exitCode).toBeNull();
  },
  longMs,
);
