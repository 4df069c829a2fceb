import { statusAfter } from '@foray/domain';
import type { StatusAction } from '@foray/domain';
import type { ActionFailure, ItemAct, LocalItem } from '@foray/sync';
import type { LeftOut } from '../../messages/en/lazy/item-dialogs.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useActions } from '../../replica/index.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { undoFromToast } from '../actions/undo.ts';

const { selecting: strings } = lazyMessages;

/** The acts on several items. */
export type BulkAct = keyof typeof strings.said;

/** An act with its items, and the number of the selected ones that it leaves out from the start. */
export interface BulkPlan {
  readonly what: BulkAct;
  readonly acts: readonly ItemAct[];
  readonly leftOut?: Partial<Record<LeftOut, number>>;
  /** The number of items that the acts are about, if each is not about one. */
  readonly count?: number;
}

/** From below, so that an item above has followed from those in it. */
const ranks = { todo: 0, task: 1, campaign: 2 } as const;

/** The items in the order in which acts on them follow from each other. */
export function fromBelow(items: readonly LocalItem[]): readonly LocalItem[] {
  return items.toSorted((a, b) => ranks[a.type] - ranks[b.type]);
}

/** The plan that sets the status of items, each as its menu would; items whose menu lacks it are left out. */
export function planStatus(
  what: Extract<StatusAction, BulkAct>,
  seen: readonly LocalItem[],
): BulkPlan {
  const acts = fromBelow(seen).flatMap((item): ItemAct[] => {
    const status = statusAfter(item.status, what);
    return status === null ? [] : [{ uuid: item.uuid, status, snapshot: item }];
  });
  return { what, acts, leftOut: { already: seen.length - acts.length } };
}

/** The plan that changes fields or labels of all items. */
export function planEdit(
  what: BulkAct,
  seen: readonly LocalItem[],
  edit: Pick<Extract<ItemAct, { readonly change: unknown }>, 'change' | 'labels'>,
): BulkPlan {
  return { what, acts: seen.map((item) => ({ uuid: item.uuid, snapshot: item, ...edit })) };
}

function reasonOf(what: BulkAct, { code }: ActionFailure): LeftOut {
  const isManaging = what === 'assign' || what === 'move' || what === 'delete';
  switch (code) {
    case 'forbidden':
      return isManaging ? 'notYours' : 'viewOnly';
    case 'illegal_parent':
      return 'place';
    case 'changed':
      return 'changed';
    case 'invalid':
      return what === 'labels' ? 'labels' : 'other';
    case 'not_found':
      return 'gone';
    default:
      return 'other';
  }
}

/**
 * Does a plan as one action. One message counts the changed items and those left out, with the reasons, and can
 * undo it.
 */
export function useBulkActs() {
  const actions = useActions();
  return async ({ what, acts, leftOut = {}, count = acts.length }: BulkPlan): Promise<void> => {
    const left = new Map(Object.entries(leftOut) as [LeftOut, number][]);
    const leave = (why: LeftOut, more: number) => left.set(why, (left.get(why) ?? 0) + more);
    const reasons = () =>
      [...left].flatMap(([why, some]) => (some > 0 ? [strings.leftOut(some, why)] : []));
    const sayNothing = () =>
      toast({ title: strings.nothingDone, description: `${reasons().join(', ')}.` });
    if (acts.length === 0) return sayNothing();
    const outcome = await actions.actOnItems(acts);
    if (!outcome.ok) {
      const { error } = outcome;
      if (error.code === 'store' || error.code === 'moved') return toastError(strings.failed);
      leave(reasonOf(what, error), count);
      return sayNothing();
    }
    const { item, refusals } = outcome.value;
    for (const refusal of refusals) leave(reasonOf(what, refusal), 1);
    toast({
      title: [strings.said[what](count - refusals.length), ...reasons()].join(', '),
      action: {
        label: listMessages.undo,
        altText: listMessages.itemToasts.undoAlt,
        onAction: () => void undoFromToast(actions, item),
      },
    });
  };
}
