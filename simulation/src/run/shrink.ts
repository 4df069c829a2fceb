import { runStory, type StoryFailure } from './run-story.ts';
import { faultNames, type Faults, type Step, type Story } from '../story/story.ts';

/** A story that is as short as greedy removal makes it and still breaks the same rule. */
export interface ShrunkStory {
  readonly story: Story;
  readonly failure: StoryFailure;
}

/**
 * Leaves out the parts that a failing story does not need: whole faults, users and stretches of steps, then
 * shorter ones, until nothing more can be removed, or `triesMost` stories have been run.
 */
export async function shrink(
  story: Story,
  failure: StoryFailure,
  { run = runStory, triesMost = 1500 }: { run?: typeof runStory; triesMost?: number } = {},
): Promise<ShrunkStory> {
  let best: ShrunkStory = { story, failure };
  let tries = 0;
  const attempt = async (shorter: Story): Promise<boolean> => {
    if (tries >= triesMost) return false;
    tries += 1;
    const ending = await run(shorter);
    if (ending.failure?.rule !== failure.rule) return false;
    best = { story: shorter, failure: ending.failure };
    return true;
  };

  await attempt({ ...story, steps: story.steps.slice(0, failure.step + 1) });
  for (let before = -1; before !== sizeOf(best.story) && tries < triesMost;) {
    before = sizeOf(best.story);
    for (let size = best.story.steps.length >> 1; size >= 1; size >>= 1) {
      for (let at = best.story.steps.length - size; at >= 0; at -= size) {
        await attempt({ ...best.story, steps: without(best.story.steps, at, size) });
      }
    }
    for (const name of faultNames) {
      if (best.story.faults[name] === undefined) continue;
      await attempt({ ...best.story, faults: withoutFault(best.story.faults, name) });
    }
    for (const users of fewerBrowsers(best.story.users)) await attempt({ ...best.story, users });
  }
  return best;
}

function without(steps: readonly Step[], at: number, size: number): readonly Step[] {
  return [...steps.slice(0, at), ...steps.slice(at + size)];
}

function withoutFault(faults: Faults, name: keyof Faults): Faults {
  const { [name]: _, ...rest } = faults;
  return rest;
}

/** The same people with one tab, one device or one person fewer. */
function fewerBrowsers(users: Story['users']): readonly Story['users'][] {
  const fewerTabs = users.flatMap((devices, user) =>
    devices.flatMap((tabs, device) => [
      ...(tabs > 1 ? [replaced(users, user, replaced(devices, device, tabs - 1))] : []),
      ...(devices.length > 1 ? [replaced(users, user, devices.toSpliced(device, 1))] : []),
    ]),
  );
  const fewerUsers = users.length > 1 ? users.map((_, user) => users.toSpliced(user, 1)) : [];
  return [...fewerUsers, ...fewerTabs];
}

function replaced<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return list.map((one, index) => (index === at ? value : one));
}

function sizeOf({ steps, faults, users }: Story): number {
  return steps.length + Object.keys(faults).length + users.flat(2).length;
}
