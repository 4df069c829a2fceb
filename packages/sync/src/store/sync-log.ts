import { instantOf } from '@foray/domain';
import type { Clock } from './ports.ts';

/** An event of the engine: a decision or a response, with its reasons in the facts. */
export type SyncLogEvent =
  | 'run'
  | 'skipped'
  | 'ended'
  | 'called'
  | 'fetched'
  | 'decided'
  | 'answered'
  | 'failed'
  | 'compared'
  | 'full_fetch'
  | 'backing_off'
  | 'resolved'
  | 'self_check';

/** Ids, codes and counts only: never a title, a name or a phone number. */
export interface SyncLogFacts {
  readonly trigger?: string;
  readonly why?: string;
  readonly outcome?: string;
  /** The call, the stream or the kind of decision. */
  readonly what?: string;
  readonly request?: string;
  readonly item?: string;
  readonly status?: number;
  readonly code?: string;
  readonly count?: number;
  readonly cursor?: number;
  readonly delayMs?: number;
}

/** One line of the flight recorder. */
export interface SyncLogEntry extends SyncLogFacts {
  /** On this device's clock, ISO 8601. */
  readonly at: string;
  readonly event: SyncLogEvent;
}

/** The number of entries that a user can send by mail and a developer can read. */
const entriesMost = 500;

/** The engine's last 500 decisions with their reasons, in memory only. */
export class SyncLog {
  readonly #clock: Clock;
  readonly #entries: SyncLogEntry[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds an entry, and drops the oldest beyond 500. */
  note(event: SyncLogEvent, facts: SyncLogFacts = {}): void {
    const at = instantOf(this.#clock.nowMs());
    this.#entries.push({ at, event, ...facts });
    if (this.#entries.length > entriesMost) this.#entries.shift();
  }

  /** All entries kept, oldest first. */
  entries(): readonly SyncLogEntry[] {
    return [...this.#entries];
  }
}
