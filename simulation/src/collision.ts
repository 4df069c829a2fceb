import type { LocalItem } from '@foray/sync';
import type { Role } from './actor.ts';
import { ItemActor } from './item-steps.ts';
import type { ItemStep } from './item-steps.ts';
import type { Profile } from './profile.ts';
import type { Step } from './story.ts';
import type { Opened } from './tab.ts';
import type { World } from './world.ts';

/** What the first does, which takes effect before the other is heard. */
const firsts = ['delete', 'removePerson', 'assign', 'edit', 'move', 'delete'] as const;
/** What the second does, knowing nothing of it: with the item, or with something else below it. */
const seconds: readonly [Second, ...Second[]] = [
  ['edit', 'about'],
  ['delete', 'about'],
  ['assign', 'about'],
  ['removePerson', 'about'],
  ['create', 'under'],
  ['move', 'under'],
];

type Second = readonly [kind: ItemStep, place: 'about' | 'under'];

interface Holder extends Role {
  readonly open: Opened;
}

/**
 * Two people do something about one item that both have in step, and sync at the same time: neither
 * hears of the other before what they did is sent.
 */
export function collide(world: World, step: Step): void {
  const holders = world.browsers.flatMap((browser) =>
    browser.tabs.flatMap((tab): Holder[] => {
      const { open, life } = tab;
      return open === null || life.isFrozen || open.profile.isGuest ? [] : [{ browser, tab, open }];
    }),
  );
  const shared = holders.flatMap((one) =>
    holders
      .filter(({ browser }) => browser !== one.browser)
      .flatMap((other) => inStepInBoth(one.open, other.open).map((uuid) => ({ one, other, uuid }))),
  );
  const chosen = shared[step.at % shared.length];
  if (chosen === undefined) return;
  const { one, other, uuid } = chosen;
  const act = (kind: ItemStep, { browser, tab }: Holder, place: 'about' | 'under'): void =>
    new ItemActor(world, { ...step, kind }, { browser, tab, [place]: uuid }).changeItem(kind);
  const [kind, place] = seconds[Math.floor(step.to / firsts.length) % seconds.length] ?? seconds[0];
  act(firsts[step.to % firsts.length] ?? 'delete', one, 'about');
  act(kind, other, place);
  for (const { open } of [one, other]) open.engine.run('timer').catch(world.fail);
}

function inStepInBoth({ profile: one }: Opened, { profile: other }: Opened): readonly string[] {
  const inStep = ({ tables }: Profile): readonly LocalItem[] =>
    [...tables.items.values()].filter((row) => !row._deleted && row._syncStatus === 'synced');
  const others = new Set(inStep(other).map(({ uuid }) => uuid));
  return inStep(one).flatMap(({ uuid }) => (others.has(uuid) ? [uuid] : []));
}
