import type { Effect } from '@foray/sync';

/** undo: what was done; redo: what was undone since. */
export type Way = 'undo' | 'redo';

/** What was done in a tab and can be undone, and what was undone of it. */
export class TabHistory {
  readonly #effects: Record<Way, (readonly Effect[])[]> = { undo: [], redo: [] };

  get isEmpty(): boolean {
    return this.#effects.undo.length === 0 && this.#effects.redo.length === 0;
  }

  /** What would be taken next; it stays. */
  next(way: Way): readonly Effect[] | undefined {
    return this.#effects[way].at(-1);
  }

  /** Takes note of the outcome of a new action. */
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
