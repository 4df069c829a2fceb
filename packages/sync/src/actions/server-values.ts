import { editableFields, isAlike, comparedFieldOf } from '@foray/domain';
import type {
  ComparedField,
  EditableField,
  Item,
  ItemChange,
  MadeChange,
  MadeLabels,
} from '@foray/domain';
import { changeOf } from '../store/operation.ts';
import { isCommutingRequest, isRefused, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** A change that was queued, and may have been sent since. */
export interface ChangeRequests {
  readonly uuid: string;
  /** The requests about the item that were queued then, as `requestsOfChange` finds them. */
  readonly requests: readonly QueuedRequest[];
}

/**
 * Kinds of requests that change fields only to the values they name. An occurrence is not among them: its new
 * date follows from the server's row.
 */
const clearKinds: ReadonlySet<string | null> = new Set(['patch', 'assign', 'remove']);

/**
 * The requests about an item's fields, or about its labels, that are queued after a change of it. The last
 * one contains the change. Empty if several are queued and one of them is not of `clearKinds`.
 */
export async function requestsOfChange(
  unit: UnitOfWork,
  uuid: string,
  isOfLabels: boolean,
): Promise<readonly QueuedRequest[]> {
  const queued = await unit.tx.queueOf(uuid);
  const alike = queued.filter((one) =>
    isOfLabels ? kindOf(one) === 'label' : !isCommutingRequest(one),
  );
  const areClear = alike.length < 2 || alike.every((one) => clearKinds.has(kindOf(one)));
  return areClear ? alike : [];
}

/**
 * A change of fields that will be undone on an item with that base and `queue`. The server's values are kept
 * for the fields in which a different value can only come from others: for none once the change may have
 * arrived, and for no field whose value an earlier change of this device may have set.
 */
export function changeWithServerValues(
  { made, requests }: ChangeRequests & { readonly made: MadeChange },
  base: Item | null,
  queue: readonly QueuedRequest[],
): MadeChange {
  const own = requests.at(-1);
  if (base === null || made.server === null || own === undefined || mayHaveArrived(own, queue)) {
    return { ...made, server: null };
  }
  const arrived = requests.filter((request) => mayHaveArrived(request, queue));
  const isOfOthers = (field: EditableField): boolean =>
    !arrived.some((request) => maySet(request, comparedFieldOf(field), base));
  const server = Object.entries(made.server).filter(([field]) =>
    isOfOthers(field as EditableField),
  );
  return { ...made, server: Object.fromEntries(server) };
}

/** As {@link changeWithServerValues}, for labels. */
export function labelsWithServerValues(
  { made, requests }: ChangeRequests & { readonly made: MadeLabels },
  queue: readonly QueuedRequest[],
): MadeLabels {
  const [own] = requests;
  return own === undefined || mayHaveArrived(own, queue) ? { ...made, server: null } : made;
}

function mayHaveArrived({ seq }: QueuedRequest, queue: readonly QueuedRequest[]): boolean {
  // A refused request has got another key, and keeps its place.
  const now = queue.find((one) => one.seq === seq);
  return now === undefined || (now.sent && !isRefused(now));
}

/** Whether a request may have set the current value of an item in one of `comparedFields`. */
function maySet(request: QueuedRequest, field: ComparedField, base: Item): boolean {
  const data = request.data ?? {};
  switch (kindOf(request)) {
    case 'patch': {
      const change = changeOf(data);
      // A completion moves a repeating item to its next date, and a move may end the assignment.
      if (change.status === 'completed' && field === 'due_date') return true;
      if (change.status === 'completed' && field === 'status') return true;
      const ends: ItemChange = change.parent_uuid === undefined ? {} : { assigned_to: null };
      return setsValueOf({ ...ends, ...change }, field, base);
    }
    case 'assign':
      return setsValueOf({ assigned_to: (data['user_id'] ?? null) as number | null }, field, base);
    case 'remove':
      return setsValueOf({ assigned_to: null }, field, base);
    default:
      return true;
  }
}

function setsValueOf(change: ItemChange, field: ComparedField, base: Item): boolean {
  const isSet = editableFields.some(
    (part) => comparedFieldOf(part) === field && change[part] !== undefined,
  );
  return isSet && isAlike(field, base, { ...base, ...change });
}
