import type { Browser } from '../device/browser.ts';
import { lastingOf } from '../story/lasting.ts';
import type { Step } from '../story/story.ts';
import type { SimulatedTab } from '../device/tab.ts';
import type { World } from '../world/world.ts';

const eventKinds = [
  'serverCrash',
  'deviceCrash',
  'tabClosed',
  'tabFrozen',
  'offline',
  'sessionEnds',
  'otherSession',
  'clockJump',
  'restoreDb',
] as const satisfies readonly Step['kind'][];

/** Whether a step is not the step of a person: see {@link happens}. */
export function isEvent(kind: Step['kind']): boolean {
  return eventKinds.some((one) => one === kind);
}

/** Events that happen to a tab, its browser or the server, regardless of who uses them. */
export function happens(world: World, step: Step, browser: Browser, tab: SimulatedTab): void {
  const { to } = step;
  world.census.note('fault', step.kind);
  switch (step.kind as (typeof eventKinds)[number]) {
    case 'serverCrash':
      crashServer(world, step);
      return;
    case 'deviceCrash':
      browser.planCrash(to % 40);
      return;
    case 'tabClosed':
      browser.closeTab(tab);
      return;
    case 'tabFrozen':
      if (tab.life.isFrozen) tab.life.thaw();
      else tab.life.freeze();
      return;
    case 'offline':
      browser.offlineUntilMs = world.clock.nowMs() + to * 30_000;
      return;
    case 'sessionEnds':
      browser.session.isOver = true;
      return;
    case 'otherSession':
      switchSession(world, step, browser);
      return;
    case 'clockJump':
      jumpClock(step, browser);
      return;
    case 'restoreDb':
      if (to % 2 === 0) world.server.takeBackup();
      else world.restoreBackup();
      return;
  }
}

/** Hours, days or months pass; half of the time the server cleans up after them. */
export async function later(world: World, { at, to }: Step): Promise<void> {
  const { clock, server, census } = world;
  census.note('fault', 'later');
  const hours = [1 + at / 20, 24 + at, 24 * (25 + at / 5)][to % 3] ?? 1;
  await clock.pass(Math.round(hours * 3_600_000));
  if (at % 2 === 0) await clock.until(server.handle((authority) => authority.cleanUp()));
}

/** A lasting fault begins, for some hours or until the world converges. */
export function breakDown(world: World, step: Step): void {
  const uuids = world.profiles.flatMap(({ tables }) => {
    const queued = [...tables.requests.values()].flatMap(({ itemUuid }) => itemUuid ?? []);
    return [...queued, ...[...tables.items.values()].map(({ uuid }) => uuid)];
  });
  const lasting = lastingOf(step, world.browsers, uuids);
  world.lasting = lasting;
  world.census.note('lasting', lasting.kind, lasting.kind === 'route' ? lasting.call : '');
  if (step.salt % 3 > 0) return;
  world.clock.after(step.at * 30_000, () => {
    if (world.lasting === lasting) world.lasting = null;
  });
}

function crashServer({ server }: World, { at, to }: Step): void {
  if (to % 3 === 0) server.crash(500 + at * 5);
  else server.planCrash(to % 3 === 1 ? 'before' : 'after', at % 6);
}

function switchSession(world: World, { at }: Step, browser: Browser): void {
  const own = browser.memory.value.user;
  if (own === null) return;
  const others = world.browsers.filter(({ user }) => user.id !== own.id);
  const other = others[at % others.length];
  const isHome = browser.session.userId === own.id;
  const userId = isHome && other !== undefined ? other.user.id : own.id;
  browser.session = { userId, isOver: false };
}

function jumpClock({ at, to }: Step, browser: Browser): void {
  // Up to ten years before or after, and sometimes back to the true time.
  const years = at % 4 === 0 ? 0 : (to / 1000) * 20 - 10;
  browser.hasClockJumped = true;
  browser.skewMs = Math.round(years * 365.25 * 86_400_000);
}
