import { discardRequest } from '@foray/sync';
import type { Conflict, Keep, QueuedRequest } from '@foray/sync';
import type { Deed } from './diary.ts';
import type { Profile } from './profile.ts';
import type { Opened } from './tab.ts';
import type { World } from './world.ts';

/** What an action of the app comes to: done, or nothing. */
export type Outcome = Promise<{ readonly ok: boolean }>;
/** A deed that begins. */
export type NewDeed = Partial<Deed> & Pick<Deed, 'kind' | 'uuids'>;

/** The conflicts stored in a browser. */
export function conflictsIn({ tables }: Profile): readonly Conflict[] {
  return [...tables.meta('conflict').values()].map(({ value }) => value);
}

/** The requests in a browser's Needs attention, in order. */
export function parkedIn({ tables }: Profile): readonly QueuedRequest[] {
  return [...tables.requests.values()]
    .filter(({ state }) => state.kind === 'parked')
    .toSorted((a, b) => a.seq - b.seq);
}

/** Decides a conflict as `choice` says; what the dialog does not offer is decided for the server. */
export function decide(
  world: World,
  { profile, engine }: Opened,
  conflict: Conflict,
  choice: number,
): Outcome {
  const { uuid, canKeepBoth } = conflict;
  const wish = (['local', 'server', 'both'] as const)[choice % 3] ?? 'server';
  const keep: Keep = wish === 'both' && !canKeepBoth ? 'server' : wish;
  return perform(world, profile, { kind: 'resolve', uuids: [uuid], keep }, () =>
    engine.resolve(uuid, keep),
  );
}

/** Discards a parked request; everything that follows from it may go with it. */
export function giveUp(world: World, opened: Opened, request: QueuedRequest): Outcome {
  const { profile, device } = opened;
  const uuids = new Set(request.touches);
  const later = [...profile.tables.requests.values()].filter(({ seq }) => seq >= request.seq);
  for (const { touches, needs } of later.toSorted((a, b) => a.seq - b.seq)) {
    if ([...touches, ...needs].some((uuid) => uuids.has(uuid)))
      touches.forEach((uuid) => uuids.add(uuid));
  }
  return perform(world, profile, { kind: 'discard', uuids: [...uuids] }, () =>
    discardRequest(device, request.id),
  );
}

/** Has a person do something, and writes down what the app tells them of it. */
export async function perform(
  world: World,
  profile: Profile,
  deed: NewDeed,
  act: () => Outcome,
): Outcome {
  const { number, user } = profile;
  const begun = world.diary.begin({ browser: number, userId: user.id, ...deed });
  const outcome = await act();
  if (begun.state === 'underWay') world.diary.end(begun, outcome.ok);
  world.trace.note(`${number} ${begun.kind} ${begun.uuids[0]} ${outcome.ok}`);
  return outcome;
}
