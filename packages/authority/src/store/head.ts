/**
 * The usage that counts towards the limits of an account: the items that it owns, and their text in UTF-8
 * bytes.
 */
export interface Usage {
  readonly items: number;
  readonly bytes: number;
}

/** How far a user's head moves, and the usage that this adds to their account, if any. */
export interface HeadStep extends Partial<Usage> {
  readonly user_id: number;
  readonly by: number;
}

/** A head that was moved, with the account's usage afterwards. */
export interface HeadAfter extends Usage {
  readonly head: number;
}
