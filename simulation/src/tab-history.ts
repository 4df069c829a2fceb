import type { Effect } from '@foray/sync';

/** undo: the actions; redo: the actions undone since. */
export type Way = 'undo' | 'redo';

/** The actions of a tab that can be undone, and those that were undone. */
export class TabHistory {
  readonly #effects: Record<Way, (readonly Effect[])[]> = { undo: [], redo: [] };

  get isEmpty(): boolean {
    return this.#effects.undo.length === 0 && this.#effects.redo.length === 0;
  }

  /** The effects that would be taken next; they stay in the list. */
  next(way: Way): readonly Effect[] | undefined {
    return this.#effects[way].at(-1);
  }

  /** Records the outcome of a new action. */
  record(outcome: { readonly ok: boolean }): void {
    const { value } = outcome as { readonly value?: { readonly effects?: readonly Effect[] } };
    if (!outcome.ok || value?.effects === undefined || value.effects.length === 0) return;
    this.put('undo', value.effects);
    this.#effects.redo = [];
  }

  put(way: Way, effects: readonly Effect[]): void {
    this.#effects[way].push(effects);
  }

  take(way: Way): readonly Effect[] | undefined {
    return this.#effects[way].pop();
  }
}
