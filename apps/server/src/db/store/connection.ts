import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** A connection inside a transaction, or a pool where one statement is all. */
export type Connection = Kysely<Tables>;
