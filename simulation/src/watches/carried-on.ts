import { occurrenceUuid } from '@foray/domain';
import type { MetaValues, QueuedRequest } from '@foray/sync';
import { endsOccurrence, type EventLog } from '../record/event-log.ts';
import { writtenIn, type TracedField, type FieldValues } from '../record/fields.ts';
import type { SimServer } from '../server/server.ts';
import type { ServerWatch } from './server-watch.ts';

type RequestData = NonNullable<QueuedRequest['data']>;

/**
 * Whether a later request repeats the same change: one about an item that the device recreates after a
 * restored backup, and that another device may have deleted there meanwhile.
 */
export function isCarriedOn(
  server: SimServer,
  { seq, itemUuid, data }: QueuedRequest,
  later: readonly QueuedRequest[],
): boolean {
  if (server.restores === 0 || itemUuid === null || data === null) return false;
  const said = Object.entries(saidIn(data));
  return later.some(
    (one) =>
      one.seq > seq &&
      one.itemUuid === itemUuid &&
      said.every(([field, value]) => saidIn(one.data ?? {})[field] === value),
  );
}

/** The values of a request, which names an assignee by another field than a change does. */
function saidIn({ user_id: assigned_to, ...fields }: RequestData): RequestData {
  return assigned_to === undefined ? fields : { ...fields, assigned_to };
}

/**
 * Whether the delete of a copy follows its completion: to the end of the queue, or out of the queue if no
 * request makes the copy any more.
 */
export function isWithCompletion(
  server: ServerWatch,
  { seq, method, url, itemUuid }: QueuedRequest,
  before: ReadonlyMap<number, QueuedRequest>,
  now: ReadonlyMap<number, QueuedRequest>,
): boolean {
  if (method !== 'DELETE' || itemUuid === null || !url.endsWith(itemUuid)) return false;
  const isAgain = (one: QueuedRequest): boolean =>
    one.seq > seq && one.method === method && one.url === url;
  const makesIt = (one: QueuedRequest): boolean => copyMadeBy(one) === itemUuid;
  const makers = [...before.values()].filter(makesIt);
  if (makers.length === 0 || makers.some(({ id }) => server.outcomeOf(id) === null)) return false;
  const left = [...now.values()];
  return left.some(isAgain) || !left.some(makesIt);
}

/** The uuid of the copy that the completion of an occurrence makes. */
function copyMadeBy({ itemUuid, method, url, data }: QueuedRequest): string | null {
  if (itemUuid === null || method !== 'POST' || !url.endsWith('/occurrences')) return null;
  return data?.['skip'] === true ? null : occurrenceUuid(itemUuid, Number(data?.['n']));
}

/**
 * Whether a change no longer has an effect: its values are already there, except for a status or a date of an
 * occurrence that its person completed or skipped since.
 */
export function isPassedOver(
  { store }: SimServer,
  { method, itemUuid, data }: QueuedRequest,
  eventLog: EventLog,
  browser: number,
): boolean {
  if (method !== 'PATCH' || itemUuid === null || data === null) return false;
  const { status, completed_at: _, due_date: date, occurrence_day: day, ...rest } = data;
  if (status === undefined && date === undefined) return false;
  const item: FieldValues | undefined = [...store.rows('items')].find(
    ({ uuid }) => uuid === itemUuid,
  );
  const isThere = ([field, value]: readonly [string, unknown]): boolean =>
    value === undefined || item?.[field as TracedField] === value;
  if (!Object.entries(rest).every(isThere)) return false;
  if (Object.entries({ status, due_date: date, occurrence_day: day }).every(isThere)) return true;
  const actions = eventLog.actionsOn(itemUuid).filter((action) => action.browser === browser);
  const setAt = actions.findLastIndex(
    ({ writes }) => writes.status !== undefined || writes.due_date !== undefined,
  );
  return actions.slice(setAt + 1).some(endsOccurrence);
}

/**
 * Another device has imported the same file: in a new history its items exist already, and need no create.
 */
export function isMadeElsewhere(
  { store }: SimServer,
  server: ServerWatch,
  { url, itemUuid, data }: QueuedRequest,
): boolean {
  if (url !== '/api/items') return false;
  const values = writtenIn((data ?? {}) as FieldValues).map(([, value]) => value);
  const isThere = [...store.rows('items')].some(({ uuid }) => uuid === itemUuid);
  return isThere && values.length > 0 && values.every((value) => server.hasSeen(value));
}

/**
 * The part of the read marks that can be sent: in a new history, the marks that both histories contain. A
 * history that lost some of them counts as another, even with the same epoch.
 */
export function stillRead(
  upTo: number,
  before: MetaValues['epoch'] | undefined,
  now: MetaValues['epoch'] | undefined,
): number {
  if (now === undefined || before === undefined) return upTo;
  const isSame = now.epoch === before.epoch && now.knownHead === before.knownHead;
  return isSame ? upTo : Math.min(upTo, now.knownHead ?? 0);
}
