/** The columns of an item that the rules and invariants are about. */
export interface StoredItemRow {
  readonly id: number;
  readonly uuid: string;
  readonly type: string;
  readonly title: string;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly position: string | null;
  readonly status: string;
  readonly user_id: number;
  readonly assigned_to: number | null;
  readonly parent_id: number | null;
  readonly parent_uuid: string | null;
  readonly root_id: number;
  readonly version: number;
  readonly completed_at: string | null;
  readonly deleted_at: string | null;
  readonly deleted_op: string | null;
  readonly due_date: string | null;
  readonly occurrence_day: string | null;
  readonly repeat: string | null;
  readonly repeat_done: number | null;
  readonly occurrence_of: string | null;
  readonly occurrence: number;
}

/** A person's right on an item, and its place in the person's feed. */
export interface StoredAccess {
  readonly user_id: number;
  readonly item_id: number;
  readonly root_id: number;
  readonly permission: 'manage' | 'contribute' | 'view';
  readonly seq: number;
  readonly removed: boolean;
  readonly reason: string | null;
}

interface OwnedRow {
  readonly user_id: number;
}

/** The rows of a store, in the columns that are read here. */
export interface StoredTables {
  readonly users: readonly {
    readonly id: number;
    readonly phone: string | null;
    readonly name: string;
  }[];
  readonly items: readonly StoredItemRow[];
  readonly access: readonly StoredAccess[];
  readonly heads: readonly (OwnedRow & {
    readonly head: number;
    readonly items: number;
    readonly bytes: number;
  })[];
  readonly feed: readonly (OwnedRow & { readonly seq: number })[];
  readonly activity: readonly {
    readonly id: number;
    readonly campaign_id: number | null;
    readonly item_id: number;
    readonly action: string;
    readonly metadata: Readonly<Record<string, { readonly old: unknown }>>;
  }[];
  readonly notifications: readonly (OwnedRow & {
    readonly kind: string;
    readonly count: number;
  })[];
  readonly ops: readonly OwnedRow[];
  readonly contacts: readonly OwnedRow[];
  readonly blocks: readonly (OwnedRow & { readonly blocked_id: number })[];
}

/** The rows that show a decision. */
export type ComparedTables = Pick<StoredTables, 'items' | 'access' | 'notifications' | 'activity'>;

/** The lowest id of somebody who can sign in; below are the sample people. */
export const firstPersonId = 1000;
