import type {
  AccessRow,
  ActivityRow,
  BlockRow,
  FeedRow,
  ItemRow,
  NotificationRow,
  OpRow,
  PrivateRowOfUser,
  ReportRow,
  UserRow,
} from '@foray/authority';
import type { SecurityEventKind } from '@foray/contract';
import type { Generated, GeneratedAlways, Kysely } from 'kysely';

/** A row whose id the database assigns. */
type Identified<Row extends { readonly id: number }> = Omit<Row, 'id'> & { id: Generated<number> };

/** A stored session: never its token, only the token's hash. */
interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  mode: 'open' | 'code';
  device: string | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

/** A stored code that was sent, as hashes only. */
interface LoginCodeTable {
  id: GeneratedAlways<number>;
  phone_hash: Buffer;
  code_hash: Buffer;
  device_hash: Buffer | null;
  /** A `SentFor`. */
  purpose: string;
  tries: Generated<number>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A security event of an account; `day` is in UTC, as a date, and the session is 0 if it concerns none. */
interface SecurityEventTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: SecurityEventKind;
  day: string;
  session_id: number;
  device: string | null;
  count: number;
  first_at: string;
  last_at: string;
}

/** The tables as the migrations leave them, with values as `parsers.ts` reads them. */
export interface DatabaseTables {
  meta: { key: string; value: string };
  users: Identified<UserRow> & {
    phone_hash: Buffer | null;
    epoch: string | null;
    is_number_taken_over: Generated<boolean>;
  };
  heads: {
    user_id: number;
    head: number;
    floor: Generated<number>;
    run: Generated<number>;
    run_before: Generated<string>;
    ended: Generated<boolean>;
    life: Generated<number>;
    items: Generated<number>;
    bytes: Generated<number>;
  };
  runs: { number: number; id: string; begun_at: Generated<string> };
  run_ends: { user_id: number; run: number; head: number; ended_at: Generated<string> };
  witness: {
    run: number;
    database_oid: number;
    started_at: string;
    txid: string;
    anchor: Generated<number>;
  };
  items: Identified<ItemRow> & {
    is_log_erased: Generated<boolean>;
    forgotten_deletion: string | null;
  };
  access: AccessRow & { item_type: string };
  feed: FeedRow;
  ops: OpRow & { created_at: Generated<string> };
  activity: Identified<ActivityRow>;
  notifications: Identified<NotificationRow>;
  private_rows: Identified<PrivateRowOfUser>;
  sessions: SessionTable;
  login_codes: LoginCodeTable;
  contacts: {
    user_id: number;
    phone_hash: Buffer;
    is_first: Generated<boolean>;
    created_at: Generated<string>;
    key: string | null;
  };
  blocks: BlockRow;
  reports: Identified<ReportRow>;
  former_numbers: {
    user_id: number;
    phone: string | null;
    phone_hash: Buffer;
    changed_at: Generated<string>;
  };
  known_devices: { user_id: number; device_hash: Buffer; seen_at: string; key: string | null };
  code_guesses: { phone_hash: Buffer; device_hash: Buffer; count: number; last_at: string };
  security_events: SecurityEventTable;
  recovery_codes: { user_id: number; code_hash: Buffer; created_at: string; key: string };
  assets: { name: string; content: Buffer; seen_at: string };
  nodes: { id: string; version: string; build: string; started_at: string; seen_at: string };
  operator_log: {
    id: GeneratedAlways<number>;
    at: string;
    kind: string;
    user_id: number | null;
    detail: string;
  };
  suspensions: { user_id: number; since: string };
  raised_limits: { user_id: number; name: string; most: number };
  invitations: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    phone: string;
    name: string;
    opens_existing: boolean;
    opens_account: number | null;
    attempt_hash: Buffer | null;
    made_by: number | null;
    made_at: string;
    expires_at: string;
    used_at: string | null;
    used_by: number | null;
    revoked_at: string | null;
  };
  rate_limits: { bucket: string; window_start: string; count: number };
}

/** A connection inside a transaction, or a pool for a single statement. */
export type Connection = Kysely<DatabaseTables>;
