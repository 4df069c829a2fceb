import type { RememberedAccount } from '../store/remembered-account.ts';
import type { AccountMirror, MirroredAccount } from '../account/stored-account-memory.ts';

/** localStorage of one browser: `value` is its content, which a kill can revert. */
export class TestMirror implements AccountMirror {
  value: MirroredAccount | null = null;
  saves = 0;

  load(): MirroredAccount | null {
    return this.value;
  }

  save(remembered: RememberedAccount, isCopy: boolean): void {
    this.saves += 1;
    this.value = { remembered, isCopy, stamp: isCopy ? null : `stamp ${this.saves}` };
  }

  /** Stores a value written by the last version of the app, which knew neither copies nor stamps. */
  saveAsLastVersion(remembered: RememberedAccount): void {
    this.value = { remembered, isCopy: false, stamp: null };
  }

  /** Stores a value that was a copy at an earlier time. */
  saveAsCopy(remembered: RememberedAccount): void {
    this.value = { remembered, isCopy: true, stamp: null };
  }
}
