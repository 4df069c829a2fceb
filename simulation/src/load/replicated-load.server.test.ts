import { StandbyScene, areAt, countReads, startFront } from '@foray/server/testing/standbys';
import { troubleDatabases } from './database-trouble.ts';
import { runLoad } from './run-load.ts';

/** For busy machines. */
const longMs = 600_000;

let scene: StandbyScene;
beforeAll(async () => {
  scene = await StandbyScene.start();
}, longMs);
afterAll(() => scene?.stop(), longMs);

test(
  '[SCALE-07] twenty devices at two nodes lose and duplicate nothing while databases are killed, frozen, restarted and promoted @full',
  async () => {
    const { group } = scene;
    const nodes = [await scene.startNode(), await scene.startNode()] as const;
    const listen = { port: 0, host: '127.0.0.1' };
    const front = await startFront(await Promise.all(nodes.map((node) => node.listen(listen))));
    onTestFinished(() => front.close());
    const are = async (...states: readonly string[]): Promise<void> => {
      for (const node of nodes) await areAt(node, ...states);
    };
    await are('used', 'used');

    let looks = 0;
    let troubled: Promise<void> = Promise.resolve();
    const end = { kind: 'time', ms: 45_000 } as const;
    const result = await runLoad(
      { devices: 20, end, everyMs: 1_000, seed: 1 },
      {
        url: front.url,
        // The work begins after the third look, and nobody settles before the trouble is over.
        async look() {
          looks += 1;
          if (looks === 3) troubled = troubleDatabases(group, are);
          if (looks > 3) await troubled;
        },
      },
    );
    expect(result.faults).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(20 * 10);
    for (const node of nodes) expect(await countReads(node, 'answered')).toBeGreaterThan(100);
  },
  longMs,
);
