import {
  err,
  ok,
  type ItemChange,
  type ItemStatus,
  type LabelChange,
  type Result,
} from '@foray/domain';
import {
  actOnItems,
  assignItem,
  deleteItem,
  editItems,
  labelItem,
  moveItem,
  predictChanges,
  predictDelete,
  predictSkip,
  removePerson,
  reviseItem,
  setStatus,
  skipOccurrence,
  type ActionFailure,
  type ActionResult,
  type SyncContext,
  type ItemAct,
  type ItemEdit,
  type PlainChange,
  type LocalItem,
  type NewItem,
} from '@foray/sync';
import type { ChangedItemDialogController } from './changed-item-dialog.ts';

/** The outcome of an action on an item; it resolves when the write is durable, and never rejects. */
export type ItemOutcome = Promise<Result<LocalItem, ActionFailure>>;

/** The outcome of a change of several items: the last changed one, and why others stay unchanged. */
export interface ChangedItems {
  readonly item: LocalItem;
  readonly refusals: readonly ActionFailure[];
}

/** Runs an action by the user, which can be undone, and shows the predicted rows meanwhile. */
export type UndoableRun = (
  action: (device: SyncContext) => ActionResult,
  predicted?: readonly (LocalItem | null)[],
) => ItemOutcome;

/** The state from which predictions start. */
export interface PredictionBase {
  /** The row of an item as it is currently shown. */
  readonly row: (uuid: string) => LocalItem | undefined;
  /** The time, UTC ISO 8601 with milliseconds. */
  readonly now: () => string;
}

/** The state from which predictions of changes start. */
export interface PredictionState extends PredictionBase {
  /** The time zone of this page (an IANA name). */
  readonly zone: () => string;
  /** A number that no item has. */
  readonly newId: () => number;
}

/**
 * The changes of an existing item. `seen` is the item as it was shown when the editor, dialog or menu
 * opened. A later change is a conflict, or asked about at once if this device made it; the outcome is then
 * `changed` if the other version was kept (decision 0063).
 */
export function itemChanges(
  act: UndoableRun,
  controller: ChangedItemDialogController,
  shown: PredictionState,
) {
  function predict(seen: LocalItem, wanted: ItemChange): readonly (LocalItem | null)[] {
    const row = shown.row(seen.uuid);
    const here = { at: shown.now(), zone: shown.zone(), newId: shown.newId };
    return row === undefined ? [] : predictChanges(row, seen, wanted, here);
  }

  /** `isPartial`: `run` does more than the change, also if nothing is left of it. */
  async function change<C extends ItemChange>(
    seen: LocalItem,
    wanted: C,
    run: (device: SyncContext, wanted: C, seen: LocalItem) => ActionResult,
    isPartial = false,
  ): ItemOutcome {
    const outcome = await act((device) => run(device, wanted, seen), predict(seen, wanted));
    if (outcome.ok || outcome.error.code !== 'changed') return outcome;
    const { item: now, fields } = outcome.error;
    const kept = await controller.ask({ now, wanted, fields });
    if (kept === null) return outcome;
    if (kept === 'mine') return change(now, wanted, run, isPartial);
    const isRefused = (field: string): boolean => fields.some((one) => one === field);
    const rest = Object.entries(wanted).filter(([field]) => !isRefused(field));
    return rest.length === 0 && !isPartial
      ? err(outcome.error)
      : change(seen, Object.fromEntries(rest) as C, run, isPartial);
  }

  async function changeMany(
    seen: readonly LocalItem[],
    wanted: ItemChange | null,
    run: (device: SyncContext, shown: ReadonlyMap<string, LocalItem>) => ActionResult,
    predicted: readonly (LocalItem | null)[] = [],
  ): ItemOutcome {
    const shown = new Map(seen.map((row) => [row.uuid, row]));
    for (;;) {
      const outcome = await act((device) => run(device, shown), predicted);
      if (outcome.ok || outcome.error.code !== 'changed') return outcome;
      const { item: now, fields } = outcome.error;
      if ((await controller.ask({ now, wanted, fields })) !== 'mine') return outcome;
      shown.set(now.uuid, now);
    }
  }

  async function actOnMany(
    acts: readonly ItemAct[],
    predicted: readonly (LocalItem | null)[] = [],
  ): Promise<Result<ChangedItems, ActionFailure>> {
    let refusals: readonly ActionFailure[] = [];
    const outcome = await act(async (device) => {
      const done = await actOnItems(device, acts);
      if (done.ok) ({ refusals } = done.value);
      return done;
    }, predicted);
    return outcome.ok ? ok({ item: outcome.value, refusals }) : outcome;
  }

  return {
    /** Changes fields, with the assignee and the labels if they are given, as one action. */
    updateItem: (seen: LocalItem, edit: ItemEdit['change'], labels?: LabelChange): ItemOutcome => {
      const { uuid } = seen;
      return change(
        seen,
        edit,
        (device, wanted, snapshot) =>
          editItems(device, [{ uuid, change: wanted, labels, snapshot }]),
        labels !== undefined,
      );
    },
    /**
     * Changes plain fields of several items as one action. This asks no question: an item that may not be
     * changed, or that this device has changed since, stays as it is.
     */
    updateItems: (
      edits: readonly { readonly seen: LocalItem; readonly change: PlainChange }[],
    ): Promise<Result<ChangedItems, ActionFailure>> =>
      actOnMany(
        edits.map(({ seen, ...edit }) => ({ uuid: seen.uuid, snapshot: seen, ...edit })),
        edits.flatMap((edit) => predict(edit.seen, edit.change)),
      ),
    /** Does acts on several items as one action; it leaves out as many as `updateItems` would. */
    actOnItems: (acts: readonly ItemAct[]): Promise<Result<ChangedItems, ActionFailure>> =>
      actOnMany(acts),
    setStatus: (seen: LocalItem, status: ItemStatus): ItemOutcome =>
      change(seen, { status }, (device, _, from) => setStatus(device, seen.uuid, status, from)),
    /**
     * Changes an item that was just created to what it would be if it had been created as `wanted`; nothing
     * if it has changed since.
     */
    reviseItem: (seen: LocalItem, wanted: NewItem): ItemOutcome =>
      act((device) => reviseItem(device, seen, wanted)),
    /**
     * Moves a repeating item to its next occurrence without completing the one that was shown; this asks no
     * question.
     */
    skip(seen: LocalItem): ItemOutcome {
      const row = shown.row(seen.uuid);
      const here = { at: shown.now(), zone: shown.zone() };
      const predicted = row === undefined ? null : predictSkip(row, seen, here);
      const occurrence = { n: seen.occurrence, zone: here.zone };
      return act((device) => skipOccurrence(device, seen.uuid, occurrence), [predicted]);
    },
    /**
     * Adds labels and removes others; this asks no question, whatever others did to the labels meanwhile.
     */
    labelItem: (seen: LocalItem, change: LabelChange): ItemOutcome =>
      act((device) => labelItem(device, seen.uuid, change)),
    /** An action whose code a later part of the app brings; it asks no question. */
    run: (action: (device: SyncContext) => ActionResult): ItemOutcome => act(action),
    /** Null unassigns. */
    assign: (seen: LocalItem, userId: number | null): ItemOutcome =>
      change(seen, { assigned_to: userId }, (device, _, from) =>
        assignItem(device, seen.uuid, userId, from),
      ),
    /** Null moves to the top level. */
    moveItem: (seen: LocalItem, parentUuid: string | null): ItemOutcome =>
      change(seen, { parent_uuid: parentUuid }, (device, _, from) =>
        moveItem(device, seen.uuid, parentUuid, from),
      ),
    /** Deletes the item alone, or with exactly the named children, each as it was shown. */
    deleteItem(seen: LocalItem, withChildren: readonly LocalItem[] = []): ItemOutcome {
      const children = withChildren.map(({ uuid }) => uuid);
      const all = [seen, ...withChildren];
      const predicted = all.map((one) => predictDelete(shown.row(one.uuid) ?? one, one));
      return changeMany(
        all,
        null,
        (device, asked) => deleteItem(device, seen.uuid, children, asked),
        predicted.includes(null) ? [] : predicted,
      );
    },
    /** Ends a person's assignments on an item and on everything below it; `below` as it was shown. */
    removePerson: (seen: LocalItem, userId: number, below: readonly LocalItem[]): ItemOutcome =>
      changeMany([seen, ...below], { assigned_to: null }, (device, shown) =>
        removePerson(device, seen.uuid, userId, shown),
      ),
  };
}
