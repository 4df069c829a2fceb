import type { Done, Effect, LocalItem, SyncContext } from '@foray/sync';

/** The name of an action in messages about undoing it. */
export type UndoableAction = 'created' | 'updated' | 'assigned' | 'deleted' | 'restored';

/** An action of this tab that can be undone, or an undo that can be redone. */
export interface UndoEntry {
  readonly what: UndoableAction;
  readonly effects: readonly Effect[];
  /** The item as the action left it; the same object as in its outcome. */
  readonly item: LocalItem;
}

/** undo: the actions done; redo: the actions undone since. */
export type UndoWay = 'undo' | 'redo';

/** The number of actions that can be undone. */
const undoableActions = 50;

/**
 * The user's last actions on this page, and those undone since. They belong to the open account: actions in
 * another account, or before signing in or out, are forgotten.
 */
export class UndoHistory {
  #device: SyncContext | null = null;
  readonly #entries: Record<UndoWay, UndoEntry[]> = { undo: [], redo: [] };
  readonly #running = new Set<Promise<unknown>>();

  /** Follows a running action, which the next undo may revert. */
  follow<T>(action: Promise<T>): Promise<T> {
    this.#running.add(action);
    void action.finally(() => this.#running.delete(action));
    return action;
  }

  /** Resolves when all running actions have finished. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Adds a new action; undone actions can no longer be redone. */
  record(device: SyncContext, { effects, item }: Done): void {
    const [first] = effects;
    if (first === undefined) return;
    this.#enter(device).redo = [];
    this.put(device, 'undo', { what: actionOf(first), effects, item });
  }

  /** Adds an entry as the next one. */
  put(device: SyncContext, way: UndoWay, entry: UndoEntry): void {
    const entries = this.#enter(device);
    entries[way] = [...entries[way], entry].slice(-undoableActions);
  }

  /** Removes and returns the next entry, or the one whose outcome is `item`; undefined if there is none. */
  take(device: SyncContext, way: UndoWay, item?: LocalItem): UndoEntry | undefined {
    const entries = this.#enter(device);
    const taken = entries[way].findLast((entry) => item === undefined || entry.item === item);
    entries[way] = entries[way].filter((entry) => entry !== taken);
    return taken;
  }

  /** The entries of an account; those of another account are dropped. */
  #enter(device: SyncContext): Record<UndoWay, UndoEntry[]> {
    if (this.#device !== device) Object.assign(this.#entries, { undo: [], redo: [] });
    this.#device = device;
    return this.#entries;
  }
}

function actionOf(effect: Effect): UndoableAction {
  switch (effect.kind) {
    case 'create':
      return 'created';
    case 'restore':
      return 'restored';
    case 'delete':
      return 'deleted';
    case 'label':
    case 'position':
    case 'occurrence':
      return 'updated';
    case 'change':
      return effect.made.after.assigned_to === undefined ? 'updated' : 'assigned';
  }
}
