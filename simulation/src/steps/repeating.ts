import { isRepeating, occurrenceUuid } from '@foray/domain';
import { completeOccurrence, createItem, skipOccurrence, undoOccurrence } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import { dayOf } from '../record/fields.ts';
import { takesOccasions, withLostRights } from './occasions.ts';
import { perform } from './perform.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** Intervals so long that nobody sets such a date: the next date of an item has no author. */
const rules = ['FREQ=YEARLY;INTERVAL=20', 'FREQ=YEARLY;INTERVAL=20;COUNT=2'] as const;
const types = ['task', 'todo', 'task'] as const;
/** A date that lies this many days before the others has passed on every device. */
const daysLate = 2_000;
const acts = ['complete', 'complete', 'undo', 'complete', 'skip'] as const;

/**
 * Completes, skips or undoes an occurrence of a repeating item, or creates such an item. Two people, or one
 * person at two devices, mostly act on the same item.
 */
export async function changeOccurrence(
  world: World,
  opened: TabAccount,
  rows: readonly LocalItem[],
  step: Step,
): Promise<void> {
  const repeating = rows.filter(
    (row) => !row._deleted && isRepeating(row) && row.permission !== 'view',
  );
  const lost = new Set(takesOccasions(step) ? withLostRights(world, opened.profile) : []);
  const row =
    repeating.find((one) => lost.has(one)) ??
    repeating[step.at % 3 === 0 ? step.to % (repeating.length || 1) : 0];
  if (row === undefined || (repeating.length < 3 && step.salt % 5 === 0)) {
    return makeRepeating(world, opened, rows, step);
  }
  const { device } = opened;
  const act = acts[step.to % acts.length] ?? 'complete';
  const n = act === 'undo' ? row.occurrence - 1 : row.occurrence;
  if (n < 1) return;
  const { uuid } = row;
  const occurrence = { act, n } as const;
  const action = {
    kind: 'occurrence',
    uuids: [uuid, occurrenceUuid(uuid, n)],
    occurrence,
  } as const;
  await perform(world, opened, action, () => {
    if (act === 'undo') return undoOccurrence(device, uuid, n);
    const numbered = { n, zone: 'Asia/Tokyo' };
    if (act === 'skip') return skipOccurrence(device, uuid, numbered);
    return completeOccurrence(device, uuid, numbered);
  });
}

async function makeRepeating(
  world: World,
  opened: TabAccount,
  rows: readonly LocalItem[],
  { at, to, salt }: Step,
): Promise<void> {
  const { device } = opened;
  const uuid = device.ids.uuid();
  const number = world.eventLog.actions.length;
  const day = number * 2 - (salt % 4 === 1 ? daysLate : 0);
  const writes = { title: `text ${number}`, due_date: dayOf(day) };
  const campaigns = rows.filter(
    ({ type, _deleted, permission }) => type === 'campaign' && !_deleted && permission !== 'view',
  );
  const parent_uuid = campaigns[at % (campaigns.length || 1)]?.uuid ?? null;
  const type = types[to % types.length] ?? 'task';
  const repeat = rules[salt % rules.length] ?? rules[0];
  const action = { kind: 'text', uuids: [uuid], writes } as const;
  await perform(world, opened, action, () =>
    createItem(device, { uuid, type, ...writes, repeat, parent_uuid }),
  );
}
