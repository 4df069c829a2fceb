import type { RunningServer } from '../server.ts';
import type { FaultProxy } from '../fault-proxy.ts';
import type { StoryChance } from './chance.ts';
import type { StoryDevice } from './device.ts';
import type { StoryLedger } from './ledger.ts';

/** A story in progress: its people, their actions, and its random choices. */
export interface BrowserStory {
  readonly seed: number;
  readonly chance: StoryChance;
  readonly server: RunningServer;
  readonly proxy: FaultProxy;
  readonly ledger: StoryLedger;
  readonly devices: readonly [StoryDevice, StoryDevice];
  /** A title that no item has ever had. */
  title(): string;
  /** Records an event, to be read when the story fails. */
  log(line: string): void;
}

/** The other device of the story. */
export function otherThan({ devices }: BrowserStory, device: StoryDevice): StoryDevice {
  return device === devices[0] ? devices[1] : devices[0];
}

/**
 * Ends all faults and lets both devices send and fetch everything; then the items change devices at random.
 * No conflict may result: nobody else acted on a device's items.
 */
export async function meet(story: BrowserStory): Promise<void> {
  const { devices, chance, ledger, proxy } = story;
  proxy.clear();
  for (const device of devices) if (!device.isOnline) await device.setOnline(true);
  const [one, other] = devices;
  for (const device of [one, other, one]) {
    const outcome = await chance.pick(device.tabs).syncNow();
    if (outcome !== 'complete') throw new Error(`${device.name}: ${outcome} that nobody made`);
  }
  for (const top of ledger.living().filter((entry) => ledger.parentOf(entry) === null)) {
    const family = [top, ...ledger.below(top.uuid)];
    const able = devices.filter(({ person }) =>
      family.every((entry) => ledger.hasRight(person.id, entry)),
    );
    const lane = able.length === 0 ? top.lane : chance.pick(able).name;
    for (const entry of family) entry.lane = lane;
  }
  story.log('all in step');
}
