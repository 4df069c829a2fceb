import type { Connection } from '../tables/schema.ts';

/** The acts that the log of the operator names. */
export type OperatorActKind =
  | 'signed_out'
  | 'suspended'
  | 'resumed'
  | 'limit_raised'
  | 'erasing'
  | 'erased'
  | 'invited'
  | 'invitation_revoked'
  | 'invitation_used';

/** An act, without a title, a name or a number. */
export interface OperatorAct {
  /** An instant. */
  readonly at: string;
  readonly kind: OperatorActKind;
  /** The account that it concerns; null if it concerns none yet. */
  readonly userId: number | null;
  readonly detail?: string;
}

/** Adds an act to the log in its transaction, so that neither exists without the other. */
export async function noteAct(tx: Connection, act: OperatorAct): Promise<void> {
  const { at, kind, userId: user_id, detail = '' } = act;
  await tx.insertInto('operator_log').values({ at, kind, user_id, detail }).execute();
}

/** The newest acts first, of one account or of all. */
export async function listActs(db: Connection, userId: number | null) {
  const all = db.selectFrom('operator_log').selectAll().orderBy('id', 'desc');
  return (userId === null ? all : all.where('user_id', '=', userId)).execute();
}
