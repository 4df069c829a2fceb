import type { Position } from '@foray/contract';

/**
 * Refuses a call, thrown out of its transaction: the device received what this history does not
 * contain, or holds data of another epoch. It has to start over (`epoch_changed`).
 */
export class EpochChanged extends Error {
  override readonly name = 'EpochChanged';
  /** The caller's position in the transaction that found it. */
  readonly position: Position;
  /** Up to this number of the caller's feed this history contains all that the device received. */
  readonly knownHead: number;
  /** The epoch to be replaced, because something is proven to be lost; null if there is no need. */
  readonly lostEpoch: string | null;

  constructor(position: Position, knownHead: number, lostEpoch: string | null) {
    super('epoch_changed');
    this.position = { run: position.run, head: position.head };
    this.knownHead = knownHead;
    this.lostEpoch = lostEpoch;
  }
}

/** The same for a call that was let in before the account of its caller was deleted, or began empty. */
export class AccountEnded extends EpochChanged {}
