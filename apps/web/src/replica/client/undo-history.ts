import type { Done, Effect, LocalItem, SyncContext } from '@foray/sync';

/** What an action is called where it is undone. */
export type UndoableAction = 'created' | 'updated' | 'assigned' | 'deleted' | 'restored';

/** An action of this tab that can be undone, or an undo that can be taken back. */
export interface UndoEntry {
  readonly what: UndoableAction;
  readonly effects: readonly Effect[];
  /** The item as the action left it; the same object that its outcome has. */
  readonly item: LocalItem;
}

/** undo: what was done; redo: what was undone since. */
export type UndoWay = 'undo' | 'redo';

/** How many actions can be undone. */
const undoableActions = 50;

/**
 * One's own last actions on this page, and what was undone of them since. It belongs to the account that is
 * open: what was done in another one, or before signing in or out, is forgotten.
 */
export class UndoHistory {
  #device: SyncContext | null = null;
  readonly #entries: Record<UndoWay, UndoEntry[]> = { undo: [], redo: [] };
  readonly #running = new Set<Promise<unknown>>();

  /** Notes an action under way: what is undone next may be it. */
  follow<T>(action: Promise<T>): Promise<T> {
    this.#running.add(action);
    void action.finally(() => this.#running.delete(action));
    return action;
  }

  /** Resolves when the actions that are under way are over. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Adds what a new action did; what was undone before cannot be redone any more. */
  record(device: SyncContext, { effects, item }: Done): void {
    const [first] = effects;
    if (first === undefined) return;
    this.#enter(device).redo = [];
    this.put(device, 'undo', { what: actionOf(first), effects, item });
  }

  /** Adds an entry as the one that is next. */
  put(device: SyncContext, way: UndoWay, entry: UndoEntry): void {
    const entries = this.#enter(device);
    entries[way] = [...entries[way], entry].slice(-undoableActions);
  }

  /** Takes out the entry that is next, or the one whose outcome `item` is; undefined if there is none. */
  take(device: SyncContext, way: UndoWay, item?: LocalItem): UndoEntry | undefined {
    const entries = this.#enter(device);
    const taken = entries[way].findLast((entry) => item === undefined || entry.item === item);
    entries[way] = entries[way].filter((entry) => entry !== taken);
    return taken;
  }

  /** The entries of an account; those of another one are gone. */
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
    case 'occurrence':
      return 'updated';
    case 'change':
      return effect.made.after.assigned_to === undefined ? 'updated' : 'assigned';
  }
}
