import { syncIntervalMs } from '@foray/domain';
import { expect, test } from 'vitest';
import { isBlocked } from '../store/queued-request.ts';
import { inStep, make } from '../testing/in-step.ts';
import type { CallFault, CallName } from '../testing/test-transport.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

const unavailable: CallFault = { status: 503, code: 'unavailable', retryAfterMs: 2_000 };

/** The timer of a device that is looked at, for so long; it begins at once. */
async function passes(world: TestWorld, one: TestDevice, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += syncIntervalMs) {
    await one.engine.run('timer');
    await world.time.pass(syncIntervalMs);
  }
}

test.each([
  ['the database takes no writes', (call: CallName) => call === 'batch'],
  ['the database answers nothing', () => true],
])(
  '[OPS-02] after an hour in which %s everything is sent within a minute, and nothing is blocked',
  async (_what, fails) => {
    const { world, one } = await inStep();
    for (let n = 0; n < 30; n += 1) await make(one, `Task ${n}`);
    one.transport.fault = (call) => (fails(call) ? unavailable : 'none');
    await passes(world, one, 3_600_000);
    expect(world.server.living()).toEqual([]);
    expect((await one.queue()).filter((request) => isBlocked(request.state))).toEqual([]);

    one.transport.fault = () => 'none';
    await passes(world, one, 60_000);
    expect(await one.queue()).toEqual([]);
    expect(world.server.living().length).toBe(30);
  },
);
