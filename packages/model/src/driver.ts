import type { RequestTemplate } from './acts.ts';
import type { StoredTables } from './stored-tables.ts';

/** A request as a person sends it, with the headers of a queued one. */
export interface DrivenRequest extends RequestTemplate {
  readonly key?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly after?: string | undefined;
  readonly isImport?: boolean | undefined;
}

/** The answer to a request. */
export interface DrivenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The system under test: the authority over a store, or a whole server. Every driver has this shape. */
export interface Driver {
  /** Sends a request of a user, named by the user's id. */
  send(userId: number, request: DrivenRequest): Promise<DrivenAnswer>;
  /** Every committed row. */
  tables(): Promise<StoredTables>;
  /** Moves the clock forward. */
  wait(ms: number): void;
}

/** The code of a refusal; undefined for a success. */
export function codeOf({ body }: DrivenAnswer): string | undefined {
  return (body as { readonly error?: { readonly code?: string } } | null)?.error?.code;
}
