import type { TimesOfFields } from '@foray/domain';
import { changeOf } from '../store/operation.ts';
import { kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/**
 * The times at which the fields of a PATCH were set, on the clock of its timestamp. `before` is the request
 * into which the newest change was merged: a field whose value stayed keeps its time. Empty for other
 * requests.
 */
export function fieldTimes(
  request: QueuedRequest,
  before: QueuedRequest | null = null,
): Pick<QueuedRequest, 'setAt'> {
  if (kindOf(request) !== 'patch') return {};
  const was = entriesOf(before);
  const times = [...entriesOf(request)].map(([field, value]) => {
    const isOld = before !== null && was.has(field) && was.get(field) === value;
    return [field, isOld ? timeOf(before, field) : request.timestamp];
  });
  return { setAt: Object.fromEntries(times) as TimesOfFields };
}

function entriesOf(request: QueuedRequest | null): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(changeOf(request?.data ?? {})));
}

function timeOf({ setAt, timestamp }: QueuedRequest, field: string): string {
  return new Map(Object.entries(setAt ?? {})).get(field) ?? timestamp;
}
