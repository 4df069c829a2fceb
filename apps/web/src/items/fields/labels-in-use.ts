import { foldCase } from '@foray/domain';
import type { Replica } from '../../replica/index.ts';

/** The labels of items on this device, each once, ignoring case, in alphabetical order. */
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
