import type { ComparedField } from '@foray/domain';
import type { Conflict, ResolutionChoice, ShownConflict } from '@foray/sync';
import type { ConflictVersions } from './conflict-versions.ts';

/** A person's choice about a conflict, with the displayed state as `shown`. */
export interface Choice {
  readonly shown: ShownConflict;
  readonly keep: 'local' | 'server' | 'both';
  /** If both are kept: the chosen side of each colliding field. */
  readonly picked: Readonly<Partial<Record<ComparedField, 'local' | 'server'>>>;
}

/** The key of a choice: a later version of the conflict has another key, and needs another choice. */
export function keyOf({ uuid, kind, server, rev }: Conflict): string {
  return `${uuid} ${kind} ${server === null ? `rev ${rev}` : server.version}`;
}

/** Whether the choice is complete: to keep both, it needs a side for each colliding field. */
export function isDecided(choice: Choice | undefined, { both }: ConflictVersions): boolean {
  if (choice?.keep !== 'both') return choice !== undefined;
  return both?.colliding.every((field) => choice.picked[field] !== undefined) ?? false;
}

/** The choice in the form that the sync engine takes. */
export function keepOf({ keep, picked }: Choice, { both }: ConflictVersions): ResolutionChoice {
  if (keep !== 'both') return keep;
  return { both: both?.colliding.filter((field) => picked[field] === 'local') ?? [] };
}
