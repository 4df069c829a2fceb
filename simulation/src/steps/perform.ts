import { canKeepBoth } from '@foray/domain';
import { discardedWith, discardRequest, isBlocked, setByPeople } from '@foray/sync';
import type { Conflict, Effect, QueuedRequest, ResolutionChoice, StoreFailure } from '@foray/sync';
import type { Action } from '../record/event-log.ts';
import { valuesOf } from '../record/fields.ts';
import type { Profile } from '../story/profile.ts';
import type { TabAccount } from '../device/tab.ts';
import { failIfUnexpected } from '../record/unexpected-failure.ts';
import type { World } from '../world/world.ts';

/** The outcome of an action of the app: done, or no effect. */
export type StepOutcome = Promise<{ readonly ok: boolean; readonly error?: unknown }>;
/** An action that begins. */
export type NewAction = Partial<Action> & Pick<Action, 'kind' | 'uuids'>;

/** The conflicts stored in a browser. */
export function conflictsIn({ tables }: Profile): readonly Conflict[] {
  return [...tables.meta('conflict').values()].map(({ value }) => value);
}

/** The requests in a browser's Needs attention, in order. */
export function blockedIn({ tables }: Profile): readonly QueuedRequest[] {
  return [...tables.requests.values()]
    .filter(({ state }) => isBlocked(state))
    .toSorted((a, b) => a.seq - b.seq);
}

/**
 * Decides a conflict according to `choice`; a choice that the dialog does not offer is decided for the
 * server.
 */
export function decide(
  world: World,
  opened: TabAccount,
  conflict: Conflict,
  choice: number,
): StepOutcome {
  const { profile, engine } = opened;
  const { uuid, kind, base, server } = conflict;
  const row = profile.tables.items.get(profile.tables.idOfUuid.get(uuid) ?? -1);
  // Usually the assignee is meant.
  const isReassigned = conflict.server !== null && row?.assigned_to !== conflict.server.assigned_to;
  const choices = ['local', 'server', 'both', { both: [] }] as const;
  const chosen = choices[isReassigned && choice % 3 > 0 ? 0 : choice % 4] ?? 'server';
  const isBoth = chosen !== 'local' && chosen !== 'server';
  const hasSides = kind === 'update' && row !== undefined && base !== null && server !== null;
  const keep: ResolutionChoice =
    isBoth && !(hasSides && canKeepBoth(base, setByPeople(row), server)) ? 'server' : chosen;
  const saw = valuesOf(conflict.server);
  const sawDelete = conflict.kind === 'removed';
  const action = { kind: 'resolve', uuids: [uuid], keep, saw, sawDelete } as const;
  return perform(world, opened, action, () => engine.resolve(uuid, keep, { conflict, row }));
}

/**
 * Discards a blocked request with the dependents that the dialog names, unless more have joined since. A
 * request about no item is named by its own id.
 */
export async function giveUp(
  world: World,
  opened: TabAccount,
  request: QueuedRequest,
): StepOutcome {
  const along = await discardedWith(opened.device, request.id);
  if (!along.ok) return along;
  const shown = [request, ...along.value];
  const named = request.itemUuid === null ? [request.id] : shown.flatMap(({ touches }) => touches);
  const uuids = [...new Set(named)];
  world.privateRows.noteDiscarded(opened.profile, request);
  return perform(world, opened, { kind: 'discard', uuids }, () =>
    discardRequest(opened.device, request.id, shown),
  );
}

/** Performs a user action, and records the app's response and, in its tab, the effects that can be undone. */
export async function perform<T extends { readonly ok: boolean; readonly error?: unknown }>(
  world: World,
  { profile, history }: TabAccount,
  action: NewAction,
  act: () => Promise<T>,
): Promise<T> {
  const { number, user } = profile;
  const row = profile.tables.items.get(profile.tables.idOfUuid.get(action.uuids[0] ?? '') ?? -1);
  const based = valuesOf(row?.base);
  const who = { browser: number, userId: user.id, based };
  const begun = world.eventLog.begin({ ...who, ...action });
  const outcome = await act();
  const { failure } = (outcome.error ?? {}) as { readonly failure?: StoreFailure };
  if (failure !== undefined) failIfUnexpected(failure, world.fail);
  if (begun.state === 'underWay') world.eventLog.end(begun, outcome.ok);
  const { effects = [] } =
    (outcome as { readonly value?: { readonly effects?: readonly Effect[] } }).value ?? {};
  world.places.note(number, effects);
  if (!begun.isUndo) history.record(outcome);
  world.census.note(
    'action',
    begun.kind,
    typeof begun.keep === 'object' && begun.keep !== null ? 'fields' : (begun.keep ?? ''),
    outcome.ok ? 'done' : 'refused',
  );
  const { kind, uuids, writes, labels, occurrence, keep } = begun;
  const said = kind === 'label' ? labels : (occurrence ?? writes);
  const what = JSON.stringify(kind === 'resolve' ? keep : said);
  world.trace.note(`${number} ${kind} ${uuids[0]} ${what} ${outcome.ok}`);
  return outcome;
}
