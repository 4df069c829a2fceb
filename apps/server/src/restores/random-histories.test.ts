import { headerNames } from '@foray/contract';
import { loadDump, takeDump, type Dump } from '../db/testing/dump.ts';
import { RestoredDevice, positionOf } from './testing/device.ts';
import { RestoreScene } from './testing/restore-scene.ts';
import { casesOf, dailyPart } from '../testing/daily-part.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Writes, restarts and restores in any order, against a model in which a history is the list of a person's
// titles.

const scene = await sharedInFile(RestoreScene.start());

const seeds = casesOf(dailyPart, [1, 2, 3, 4, 5, 6]);
const steps = 40;

/** Pseudo-random numbers for a seed (Numerical Recipes' generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The titles of each person in the database, in the order of their feed. */
type History = ReadonlyMap<string, readonly string[]>;

interface Backup {
  readonly dump: Dump;
  readonly history: History;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

test.each(seeds)(
  '[RESTORE-01] [RESTORE-02] a device is refused if and only if something that it received is lost (seed %i)',
  async (seed) => {
    const below = numbers(seed);
    const first = [
      await RestoredDevice.signIn(scene.nodes[0]),
      await RestoredDevice.signIn(scene.nodes[0]),
    ];
    const devices = [...first];
    for (const { phone } of first) devices.push(await RestoredDevice.signIn(scene.nodes[1], phone));
    const seen = new Map<RestoredDevice, readonly string[]>(devices.map((device) => [device, []]));
    let history: History = new Map(first.map(({ phone }) => [phone, []]));
    const titlesOf = ({ phone }: RestoredDevice): readonly string[] => history.get(phone) ?? [];
    const keep = async (): Promise<Backup> => ({ dump: await scene.withClient(takeDump), history });
    const backups = [await keep()];
    let refused = 0;

    const epochOf = async ({ phone }: RestoredDevice): Promise<string> => {
      const { rows } = await scene.postgres.query(`
        select coalesce(u.epoch, m.value) as epoch from users u, meta m
        where u.phone = '${phone}' and m.key = 'epoch'`);
      return rows[0].epoch;
    };
    /** Whether the device may continue; if not, it starts again. */
    const isInStep = async (device: RestoredDevice, write: string | null): Promise<boolean> => {
      const held = seen.get(device) ?? [];
      const shared = sharedLength(held, titlesOf(device));
      const isLost = shared < held.length;
      const isOtherEpoch = (await epochOf(device)) !== device.epoch;
      const answer =
        write === null
          ? await device.ask('GET', '/api/items?type=todo&since=0')
          : await device.ask('POST', '/api/items', { type: 'todo', title: write });
      const isRefused = answer.status === 409;
      expect({ isRefused, status: answer.status }).toEqual({
        isRefused: isLost || isOtherEpoch,
        status: isRefused ? 409 : write === null ? 200 : 201,
      });
      if (isRefused) {
        refused += 1;
        // The shared part of its history is unchanged.
        const knownHead = Number(answer.headers[headerNames.knownHead]);
        expect(Math.min(knownHead, held.length)).toBeLessThanOrEqual(shared);
        if (!isOtherEpoch) expect(await epochOf(device)).not.toBe(device.epoch);
        device.forget();
        expect(await device.look()).toEqual([...titlesOf(device)].toSorted());
        seen.set(device, titlesOf(device));
        return false;
      }
      if (write === null)
        expect(device.takeTitles(answer)).toEqual([...titlesOf(device)].toSorted());
      else history = new Map([...history, [device.phone, [...titlesOf(device), write]]]);
      device.position = positionOf(answer);
      expect(device.position.head).toBe(titlesOf(device).length);
      seen.set(device, titlesOf(device));
      return true;
    };

    for (let step = 0; step < steps; step += 1) {
      const device = devices[below(devices.length)] ?? devices[0];
      if (device === undefined) break;
      device.use(scene.nodes[below(2)] ?? scene.nodes[0]);
      const dice = below(20);
      if (dice < 8) await isInStep(device, `${seed}.${step}`);
      else if (dice < 13) await isInStep(device, null);
      // As after a restart: the row was not written by the transaction that it names.
      else if (dice < 15) await scene.postgres.query('update witness set run = run');
      else if (dice < 17) backups.push(await keep());
      else {
        const backup = backups[below(backups.length)] ?? backups[0];
        if (backup === undefined) break;
        await scene.withClient((client) => loadDump(client, backup.dump));
        await scene.grant();
        ({ history } = backup);
      }
    }
    expect(refused).toBeGreaterThan(0);
  },
);
