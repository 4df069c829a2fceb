import type { Effect } from '@foray/sync';

/** undo: the actions; redo: the actions undone since. */
export type HistoryDirection = 'undo' | 'redo';

/** The actions of a tab that can be undone, and those that were undone. */
export class TabHistory {
  readonly #effects: Record<HistoryDirection, (readonly Effect[])[]> = { undo: [], redo: [] };

  get isEmpty(): boolean {
    return this.#effects.undo.length === 0 && this.#effects.redo.length === 0;
  }

  /** The effects that would be undone or redone next; they stay in the list. */
  next(way: HistoryDirection): readonly Effect[] | undefined {
    return this.#effects[way].at(-1);
  }

  /** Records the outcome of a new action. */
  record(outcome: { readonly ok: boolean }): void {
    const { value } = outcome as { readonly value?: { readonly effects?: readonly Effect[] } };
    if (!outcome.ok || value?.effects === undefined || value.effects.length === 0) return;
    this.put('undo', value.effects);
    this.#effects.redo = [];
  }

  put(way: HistoryDirection, effects: readonly Effect[]): void {
    this.#effects[way].push(effects);
  }

  take(way: HistoryDirection): readonly Effect[] | undefined {
    return this.#effects[way].pop();
  }
}
