import type { BatchAnswer, BatchRequest } from '@foray/contract';

/**
 * The dates of items that moved on to their next one, perhaps before any check could see them: outside
 * campaigns nothing is logged, so that their former dates leave no trace.
 */
export class PassedDates {
  /** Every date that requests gave to such an item. */
  readonly dates = new Set<string>();
  /** By the uuid of an item. */
  readonly #given = new Map<string, readonly string[]>();
  readonly #movedOn = new Set<string>();

  /** Records the effects of a batch. */
  note(requests: BatchRequest['requests'], { results }: BatchAnswer): void {
    for (const [at, { url, data }] of requests.entries()) {
      if ((results[at]?.status ?? 500) >= 300) continue;
      const body = (data ?? {}) as { readonly uuid?: string; readonly due_date?: string | null };
      const uuid = body.uuid ?? url.split('/')[3] ?? '';
      if (body.due_date != null) {
        this.#given.set(uuid, [...(this.#given.get(uuid) ?? []), body.due_date]);
      }
      if (url.includes('/occurrences')) this.#movedOn.add(uuid);
      if (!this.#movedOn.has(uuid)) continue;
      for (const date of this.#given.get(uuid) ?? []) this.dates.add(date);
    }
  }
}
