import { createItem } from '@foray/sync';
import { randomBytes } from 'node:crypto';
import { Random } from '../story/random.ts';
import { ChangeLedger } from './change-ledger.ts';
import { LoadDevice, type LoadScene, type DevicePlace } from './load-device.ts';
import type { LoadOptions } from './load-options.ts';
import { Measurements } from './measurements.ts';
import { work } from './working-day.ts';

/**
 * The cost of a phase: its time, the devices' measurements, and the readings of the server before and after.
 */
export interface Phase<Look> {
  readonly name: 'sign in' | 'work' | 'settle';
  readonly elapsedMs: number;
  readonly measurements: Measurements;
  readonly before: Look;
  readonly after: Look;
}

/** The result of a run. */
export interface LoadResult<Look> {
  readonly phases: readonly Phase<Look>[];
  readonly people: number;
  readonly acknowledged: number;
  /** The faults found, one sentence each; a good run has none. */
  readonly faults: readonly string[];
}

/** The environment of a run. */
interface LoadPorts<Look> {
  readonly url: string;
  /** Reads what the server has used so far. */
  readonly look: () => Promise<Look>;
  /** Receives each phase as it ends. */
  readonly onPhase?: (phase: Phase<Look>) => void;
}

/** The number of devices that sign in, or settle, at a time. */
const atOnce = 16;
/** The share of devices that are the first of their person; the others are second ones. */
const firstDevices = 0.8;

/**
 * Has devices sign in, work, and sync until nothing is left, and then compares the acknowledged changes with
 * the data of the server and of every device. People come in pairs that share a campaign.
 */
export async function runLoad<Look>(
  options: Pick<LoadOptions, 'devices' | 'end' | 'everyMs' | 'seed'>,
  { url, look, onPhase }: LoadPorts<Look>,
): Promise<LoadResult<Look>> {
  const mark = `Load${randomBytes(4).toString('hex')}`;
  const ledger = new ChangeLedger(mark);
  let measurements = new Measurements();
  const scene: LoadScene = { url, mark, ledger, measurements: () => measurements };
  const phases: Phase<Look>[] = [];
  const inPhase = async <T>(name: Phase<Look>['name'], play: () => Promise<T>): Promise<T> => {
    measurements = new Measurements();
    const before = await look();
    const startedMs = performance.now();
    const value = await play();
    const elapsedMs = performance.now() - startedMs;
    const phase = { name, elapsedMs, measurements, before, after: await look() };
    phases.push(phase);
    onPhase?.(phase);
    return value;
  };

  const people = Math.max(1, Math.ceil(options.devices * firstDevices));
  const numbers = phoneNumbers(people);
  const places: (readonly DevicePlace[])[] = [];
  const devices = await inPhase('sign in', async () => {
    const made = await inTurns(options.devices, async (index) => {
      const person = { phone: numbers[index % people] ?? '', name: `Person ${index % people}` };
      return LoadDevice.signIn(scene, person, new Random(options.seed, index, 1));
    });
    const pairs = Math.floor(people / 2);
    const shared = await inTurns(pairs, (pair) =>
      shareCampaign(made[2 * pair], made[2 * pair + 1]),
    );
    for (const [index, { http }] of made.entries()) {
      const place = shared[Math.floor((index % people) / 2)];
      const top = { campaign: null, seenBy: [http.user.id] };
      places.push(place === undefined ? [top] : [top, place]);
    }
    // Includes second devices, before anybody works with them.
    await inTurns(made.length, async (index) => made[index]?.http.sync());
    for (const device of made) device.open();
    return made;
  });

  const faults: string[] = [];
  try {
    await inPhase('work', () =>
      Promise.all(
        devices.map((device, index) =>
          work({
            device,
            places: places[index] ?? [],
            random: new Random(options.seed, index, 2),
            everyMs: options.everyMs,
            end: options.end,
          }),
        ),
      ),
    );
    await inPhase('settle', async () => {
      for (const device of devices) device.goOnline();
      for (const device of devices) device.close();
      // The first round sends everything, and the second pulls the others' changes.
      for (const round of [1, 2]) {
        await inTurns(devices.length, async (index) => {
          const device = devices[index];
          if (device === undefined || (await device.settle())) return;
          const state = JSON.stringify(device.http.engine.state());
          faults.push(`[I12] device ${index} does not come to rest (${round}): ${state}`);
        });
      }
      faults.push(...(await faultsAtRest(ledger, devices)));
    });
  } finally {
    for (const device of devices) device.stop();
  }
  return { phases, people, acknowledged: ledger.acknowledgedCount, faults };
}

/** Makes two people contacts, and creates a campaign of the first that is assigned to the second. */
async function shareCampaign(one?: LoadDevice, other?: LoadDevice): Promise<DevicePlace> {
  if (one === undefined || other === undefined) throw new Error('a pair takes two');
  await one.http.importContacts(other.http.user);
  await other.http.importContacts(one.http.user);
  for (const { http } of [one, other]) await http.sync();
  const made = await createItem(one.http.device, {
    type: 'campaign',
    title: 'Shared',
    assigned_to: other.http.user.id,
  });
  if (!made.ok) throw new Error(`no campaign was made: ${made.error.code}`);
  for (const { http } of [one, other]) await http.sync();
  return { campaign: made.value.item.uuid, seenBy: [one.http.user.id, other.http.user.id] };
}

async function faultsAtRest(
  ledger: ChangeLedger,
  devices: readonly LoadDevice[],
): Promise<readonly string[]> {
  const byUser = new Map<number, readonly LoadDevice[]>();
  for (const device of devices) {
    const { id } = device.http.user;
    byUser.set(id, [...(byUser.get(id) ?? []), device]);
  }
  const accounts = [...byUser];
  const found = await inTurns(accounts.length, async (index) => {
    const [userId, own = []] = accounts[index] ?? [];
    const [first] = own;
    if (userId === undefined || first === undefined) return [];
    const atServer = await first.http.itemsAtServer();
    const onDevices = await Promise.all(own.map((device) => device.shown()));
    return ledger.faultsOf({ userId, atServer, onDevices });
  });
  return found.flat();
}

/** Numbers that no earlier run had, except by chance. */
function phoneNumbers(count: number): readonly string[] {
  const first = 2_000_000 + (randomBytes(4).readUInt32BE() % 7_000_000);
  return Array.from({ length: count }, (_, index) => `+1555${first + index}`);
}

/** Runs `task` for 0 to `count` - 1, several at once, and returns the results in order. */
async function inTurns<T>(
  count: number,
  task: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}
