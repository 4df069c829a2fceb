import type { ExpectedAnswer } from './model/facts.ts';
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
  readonly expected: ExpectedAnswer;
  /** The occurrences that have a copy afterwards. */
  readonly left: readonly number[];
}

/** Each way to remove a history or to add to it, for everybody with a relation to the item. */
export function historyCases(scene: RightsScene, name: string): HistoryCase[] {
  const url = `/api/items/${scene.ref(name).uuid}/occurrences`;
  return relations.flatMap((actor): HistoryCase[] => {
    const undo = (n: number, by: string): HistoryCase => {
      const expected = scene.model.undo(actor, name, { by, isLast: n === 2 });
      const left = [1, 2].filter((one) => expected.changes !== true || one !== n);
      return { actor, method: 'DELETE', url: `${url}/${n}`, expected, left };
    };
    const expected = scene.model.completeLater(actor, name);
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
