import { err, type Result } from '@foray/domain';
import { predictUndo, undoEffects } from '@foray/sync';
import type { ActionFailure, Done, Kept, LocalItem, SyncContext, UndoResult } from '@foray/sync';
import type { PredictionBase } from './item-changes.ts';
import type { UndoableAction, UndoEntry, UndoHistory, UndoWay } from './undo-history.ts';

/** The outcome of an undo or redo. */
export type UndoOutcome =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'done';
      readonly what: UndoableAction;
      readonly item: LocalItem;
      /** The number of items that the action affected. */
      readonly count: number;
      /** Items or fields that have changed since, and stay unchanged. */
      readonly kept: readonly Kept[];
    }
  /** Everything has changed since, so nothing is written. */
  | { readonly kind: 'changed'; readonly count: number; readonly kept: readonly Kept[] }
  | { readonly kind: 'failed'; readonly item: LocalItem; readonly code: ActionFailure['code'] };

/** Runs an action on the account that is open; see `createActionRunner`. */
export type Perform = <D extends Done>(
  action: (device: SyncContext) => Promise<Result<D, ActionFailure>>,
  predicted?: readonly (LocalItem | null)[],
) => Promise<{ readonly device: SyncContext; readonly done: Result<D, ActionFailure> }>;

const back = { undo: 'redo', redo: 'undo' } as const;

/** Undo and redo of the actions in a history, one at a time. */
export function undoActions(
  history: UndoHistory,
  perform: Perform,
  shown: PredictionBase,
  current: () => Promise<{ readonly device: SyncContext }>,
) {
  let lastTask: Promise<unknown> = Promise.resolve();

  async function step(way: UndoWay, of?: LocalItem): Promise<UndoOutcome> {
    await history.settled();
    const { device: open } = await current();
    const entry = history.take(open, way, of);
    if (entry === undefined) return { kind: 'nothing' };
    const predicted = predictUndo(entry.effects, shown.row, shown.now());
    const { device, done } = await perform<UndoResult>(async (now) => {
      // Another account may have been opened since.
      return now === open ? undoEffects(now, entry.effects) : err({ code: 'moved' });
    }, predicted);
    if (!done.ok) return failure(way, entry, device, done.error);
    const { effects, item, exemptions: kept } = done.value;
    const count = new Set(entry.effects.map(({ uuid }) => uuid)).size;
    if (effects.length > 0) history.put(device, back[way], { ...entry, effects, item });
    else if (kept.length > 0) return { kind: 'changed', count, kept };
    return { kind: 'done', what: entry.what, item, count, kept };
  }

  function failure(
    way: UndoWay,
    entry: UndoEntry,
    device: SyncContext,
    error: ActionFailure,
  ): UndoOutcome {
    // An action that could not be stored can be tried again.
    if (error.code === 'store') history.put(device, way, entry);
    return { kind: 'failed', item: entry.item, code: error.code };
  }

  function inTurn(way: UndoWay, of?: LocalItem): Promise<UndoOutcome> {
    const outcome = lastTask.then(() => step(way, of));
    lastTask = outcome;
    return outcome;
  }

  return {
    /** Undoes this tab's newest action, or the one whose outcome was `of`. Never rejects. */
    undo: (of?: LocalItem): Promise<UndoOutcome> => inTurn('undo', of),
    /** Repeats the action that was last undone. Never rejects. */
    redo: (): Promise<UndoOutcome> => inTurn('redo'),
  };
}
