import { foldCase } from '@foray/domain';
import type { Replica } from '../replica/index.ts';

/** The labels that items on this device have, each once, without case, in the order of the alphabet. */
export function labelsInUse(replica: Replica): readonly string[] {
  const labels = new Map<string, string>();
  for (const item of replica.rows()) {
    if (item._deleted) continue;
    for (const label of item.labels) {
      const key = foldCase(label);
      if (!labels.has(key)) labels.set(key, label);
    }
  }
  return [...labels.values()].sort((a, b) => a.localeCompare(b));
}
