import { wireError } from '@foray/contract';
import type { Reply } from '../store/ports.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';

/* The effect of the refusal `epoch_changed` on the positions that a device has received. */

/** A device with an epoch or none that has received these positions, and nothing else. */
async function received(epoch: string | null, heads: readonly number[]): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    if (epoch !== null) await tx.putMeta('epoch', 'server', { epoch, knownHead: 0 });
    for (const [place, head] of heads.entries()) {
      await tx.putMeta('position', `run ${head}`, { head, place });
    }
  });
  return one;
}

/** The server refuses each fetch with a known head, or with none; further calls get no answer. */
function refuse({ transport }: TestDevice, ...answers: readonly (number | null)[]): void {
  const left = [...answers];
  const reply = async (): Promise<Exclude<Reply<never>, { kind: 'answer' }>> => {
    const knownHead = left.shift();
    if (knownHead === undefined) return { kind: 'noAnswer', why: 'network' };
    const untold = { serverNow: null, position: null, retryAfterMs: null };
    return {
      kind: 'refusal',
      status: 409,
      error: wireError('epoch_changed'),
      ...untold,
      knownHead,
    };
  };
  const fetch = (): ReturnType<typeof reply> => {
    transport.calls.push('changes');
    return reply();
  };
  Object.assign(transport, { fetchItems: fetch, fetchChanges: fetch });
}

const headsOf = async (one: TestDevice): Promise<readonly number[]> =>
  (await one.read((tx) => tx.metaOf('position')))
    .map(({ value }) => value.head)
    .toSorted((a, b) => a - b);

const former = (one: TestDevice) => one.read((tx) => tx.meta('epoch', 'former'));

/** The refusals of the four streams. */
const four = (knownHead: number | null) => [knownHead, knownHead, knownHead, knownHead];

test.each([
  ['those that the server still has are kept', 'e1', [5], 7, [5]],
  ['those that the server has lost are forgotten', 'e1', [10], 7, []],
  ['none is forgotten while the server still has some of them', 'e1', [5, 10], 7, [5, 10]],
  ['without a named epoch, the refused history is the one to leave', null, [5], 7, []],
] as const)(
  '[RESTORE-03] the positions of a refused history: %s',
  async (_, epoch, heads, knownHead, left) => {
    const one = await received(epoch, heads);
    refuse(one, ...four(knownHead));
    expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
    expect(await headsOf(one)).toEqual(left);
  },
);

test('[RESTORE-03] a history without positions cannot be refuted', async () => {
  const one = await received('e1', []);
  refuse(one, ...four(7));
  await one.engine.run('timer');
  expect(await former(one)).toMatchObject({ epoch: 'e1', knownHead: 0, toldHead: 7 });
  expect(await former(one)).not.toHaveProperty('isRefuted');
});

test.each([
  ['of a known epoch', 'e1', []],
  ['of which only a position is known', null, [5]],
] as const)(
  '[RESTORE-03] the server is asked if a refusal does not say up to where a history %s is shared',
  async (_, epoch, heads) => {
    const one = await received(epoch, heads);
    refuse(one, ...four(null), 3);
    await one.engine.run('timer');
    // The four streams, the query, and the four streams of the new history.
    expect(one.transport.calls).toHaveLength(9);
    const asked = one.engine.log().filter(({ what }) => what === 'known_head');
    expect(asked).toMatchObject([{ event: 'called', code: 'epoch_changed' }]);
    if (epoch !== null) expect(await former(one)).toMatchObject({ epoch, toldHead: 3 });
    else expect(await headsOf(one)).toEqual([]);
  },
);

test('a device that has received nothing does not ask how much is shared', async () => {
  const one = await received(null, []);
  refuse(one, ...four(null));
  await one.engine.run('timer');
  expect(one.transport.calls).toHaveLength(8);
});

test('[RESTORE-03] a device keeps its history until it knows how much of it the server shares', async () => {
  const one = await received('e1', [5]);
  refuse(one, ...four(null));
  const problem = { code: 'no_answer' };
  expect(await one.engine.run('timer')).toEqual({ kind: 'failed', problem });
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toMatchObject({ epoch: 'e1' });
  expect(await former(one)).toBeUndefined();
});
