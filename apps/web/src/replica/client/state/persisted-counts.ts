import type { QueueCounts, QueueCountsMemory } from './client-ports.ts';

/** Stores the displayed counts for the next start, and writes only those that changed. */
export class PersistedCounts {
  readonly #memory: QueueCountsMemory;
  #kept: QueueCounts | null = null;

  constructor(memory: QueueCountsMemory) {
    this.#memory = memory;
  }

  keep({ pending, blocked }: QueueCounts): void {
    if (this.#kept?.pending === pending && this.#kept.blocked === blocked) return;
    this.#kept = { pending, blocked };
    this.#memory.save(this.#kept);
  }
}
