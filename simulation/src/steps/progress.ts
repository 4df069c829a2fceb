import { isBlocked, type QueuedRequest } from '@foray/sync';
import { itemTypes } from '@foray/domain';
import { Breach } from '../record/broken.ts';
import { hearHeartbeat } from './heartbeats.ts';
import type { LastingFault } from '../story/lasting.ts';
import { conflictsIn } from './perform.ts';
import type { Profile } from '../story/profile.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** The number of sync cycles after which everything is sent that the lasting fault does not concern. */
const runsMost = 16;
/** Longer than any pause between two attempts. */
const pauseMs = 6 * 60_000;

/**
 * Clears all faults except the lasting one, and lets time pass with its sync cycles: everything that the
 * fault does not affect is sent and pulled (I23).
 */
export async function checkProgress(world: World): Promise<void> {
  const { lasting, faults, clock } = world;
  if (lasting === null) return;
  world.misbehave({});
  world.server.endFaults();
  for (const browser of world.browsers) browser.endFaults();
  await clock.pass(190_000);
  const at = lasting.kind === 'route' ? lasting.call : '';
  for (let run = 1; lasting.kind !== 'database'; run += 1) {
    for (const open of openIn(world)) {
      await clock.until(hearHeartbeat(world, open));
      await clock.until(open.engine.run('timer'));
      world.watch.check(world.server, world.profiles);
    }
    await clock.pass(pauseMs);
    const late = openIn(world).flatMap(({ profile }) => lateOf(world, profile, lasting));
    if (late.length === 0) break;
    if (run === runsMost) throw new Breach('I23', `${late[0]}, while ${lasting.kind} ${at} fails`);
  }
  world.misbehave(faults);
}

/** One tab of each account that somebody is signed in to. */
function openIn({ browsers, server }: World): readonly TabAccount[] {
  return browsers.flatMap(({ tabs }) => {
    const open = tabs.flatMap((tab) => (tab.open === null ? [] : [tab.open]));
    const accounts = open.filter(
      ({ profile: { isGuest, user } }) => !isGuest && !server.hasEnded(user.id),
    );
    return [...new Map(accounts.map((one) => [one.profile, one])).values()];
  });
}

/** Changes that have neither been sent nor received in time. */
function lateOf(world: World, profile: Profile, lasting: LastingFault): readonly string[] {
  if (lasting.kind === 'disk' && profile.browser === lasting.browser) return [];
  return [...unsentOf(profile, lasting), ...unfetchedOf(world, profile, lasting)];
}

/**
 * Queued requests that could be sent. Requests about an item of the fault wait, and so do their dependents.
 */
function unsentOf(profile: Profile, lasting: LastingFault): readonly string[] {
  if (lasting.kind === 'route') {
    // Nothing is sent before every type has been pulled in the current history (decision 0070).
    const isFirst = profile.tables.meta('epoch').get('server')?.value.isPartial === true;
    if (lasting.call === 'batch' || (isFirst && lasting.call.startsWith('items'))) return [];
  }
  const held = new Set(conflictsIn(profile).map(({ uuid }) => uuid));
  if ('uuid' in lasting) held.add(lasting.uuid);
  const late: string[] = [];
  const queue = [...profile.tables.requests.values()].toSorted((a, b) => a.seq - b.seq);
  for (const request of queue) {
    const { state, touches, needs, method, url } = request;
    const isHeld = isBlocked(state) || isOfRoute(request, lasting);
    if (isHeld || [...touches, ...needs].some((uuid) => held.has(uuid))) {
      for (const uuid of touches) held.add(uuid);
    } else late.push(`${method} ${url} is not sent from ${profile.number}`);
  }
  return late;
}

function isOfRoute({ itemUuid }: QueuedRequest, lasting: LastingFault): boolean {
  return lasting.kind === 'route' && lasting.call === 'read' && itemUuid === null;
}

function unfetchedOf({ server }: World, { tables, user, number }: Profile, lasting: LastingFault) {
  const failing = lasting.kind === 'route' ? lasting.call : '';
  return itemTypes.flatMap((type) => {
    if (`items ${type}`.startsWith(failing) && failing !== '') return [];
    const cursor = tables.meta('cursor').get(type)?.value.cursor ?? 0;
    const isBehind = [...server.store.rows('access')].some(({ user_id, item_id, seq }) => {
      const isOne = user_id === user.id && server.store.row('items', item_id)?.type === type;
      return isOne && seq > cursor;
    });
    return isBehind ? [`a ${type} is not fetched by ${number}`] : [];
  });
}
