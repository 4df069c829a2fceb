/** What counts towards the bounds of an account: the items that it owns, and the bytes of their text in UTF-8. */
export interface Usage {
  readonly items: number;
  readonly bytes: number;
}

/** How far the head of a user moves, and what that adds to their account; nothing where it is absent. */
export interface HeadStep extends Partial<Usage> {
  readonly user_id: number;
  readonly by: number;
}

/** A head that was moved, with what the account has by then. */
export interface HeadAfter extends Usage {
  readonly head: number;
}
