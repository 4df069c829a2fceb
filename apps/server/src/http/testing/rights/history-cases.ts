import type { RequiredAnswer } from '@foray/model';
import type { RightsScene } from './scene.ts';
import { relations } from './world.ts';

/**
 * An action by one person on a repeating item of which the owner completed occurrence 1 and the assignee
 * occurrence 2.
 */
export interface HistoryCase {
  readonly actor: string;
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  readonly expected: RequiredAnswer;
  /** The occurrences that have a copy afterwards. */
  readonly left: readonly number[];
}

/** Each way to remove a history or to add to it, for everybody with a relation to the item. */
export function historyCases(scene: RightsScene, name: string): HistoryCase[] {
  const url = `/api/items/${scene.ref(name).uuid}/occurrences`;
  return relations.flatMap((actor): HistoryCase[] => {
    const edit = scene.answerToEdit(actor, name);
    const undo = (n: number, by: string): HistoryCase => {
      // A manager undoes any completion, a contributor the last one if it is their own.
      const isManager = scene.rights.rightOn(actor, name) === 'manage';
      const isForbidden = edit.status === 200 && !isManager && !(n === 2 && by === actor);
      const expected = isForbidden ? { status: 403, code: 'forbidden' } : edit;
      const left = [1, 2].filter((one) => expected.changes !== true || one !== n);
      return { actor, method: 'DELETE', url: `${url}/${n}`, expected, left };
    };
    // Nobody can complete an occurrence that the item has not reached.
    const expected = edit.status === 200 ? { status: 422, code: 'invalid' } : edit;
    const later = [4, 500_000_001].map((n): HistoryCase => ({
      actor,
      method: 'POST',
      url,
      body: { n },
      expected,
      left: [1, 2],
    }));
    return [undo(1, 'owner'), undo(2, 'assignee'), ...later];
  });
}
