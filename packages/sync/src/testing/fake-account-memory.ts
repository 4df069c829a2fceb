import { ok } from '@foray/domain';
import { nobodyRemembered, type RememberedAccount } from '../store/remembered-account.ts';
import type { AccountMemory } from '../store/ports.ts';

/** A browser's memory of accounts that is durable at once; tests read and set `value`. */
export class FakeAccountMemory implements AccountMemory {
  value: RememberedAccount;

  constructor(value: Partial<RememberedAccount> = {}) {
    this.value = { ...nobodyRemembered, ...value };
  }

  async load(): Promise<RememberedAccount> {
    return this.value;
  }

  async change(change: (now: RememberedAccount) => RememberedAccount) {
    this.value = change(this.value);
    return ok(this.value);
  }
}
