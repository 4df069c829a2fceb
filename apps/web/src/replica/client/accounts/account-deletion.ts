import type { Person } from '@foray/domain';
import { transitionOf } from '@foray/sync';
import type { AccountPorts } from '../state/client-ports.ts';

/** How long after the request the server may still be deleting the account. */
const underWayMs = 60_000;

/**
 * The request to delete an account, stored from before the call until its outcome is known (decision 0087):
 * the response may be lost although the account is gone.
 */
export class AccountDeletion {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /** Stores the request durably, before it is sent. */
  async request({ id }: Person): Promise<void> {
    const askedAtMs = this.#ports.clock.nowMs();
    const deletion = { userId: id, askedAtMs };
    await this.#ports.memory.change(transitionOf({ kind: 'deletionRequested', deletion }));
  }

  /** Whether a deletion was requested and its outcome is unknown. */
  async isRequested({ id }: Person): Promise<boolean> {
    return (await this.#find(id)) !== undefined;
  }

  /** Forgets the request: the user keeps the account. */
  async cancel({ id }: Person): Promise<void> {
    await this.#ports.memory.change(transitionOf({ kind: 'deletionSettled', userId: id }));
  }

  /** Forgets the request, because the account exists, unless the server may still be deleting it. */
  async onAccountAlive(user: Person): Promise<void> {
    const asked = await this.#find(user.id);
    if (asked === undefined) return;
    const agoMs = this.#ports.clock.nowMs() - asked.askedAtMs;
    if (agoMs < 0 || agoMs >= underWayMs) await this.cancel(user);
  }

  async #find(userId: number) {
    return (await this.#ports.memory.load()).deletions.find((asked) => asked.userId === userId);
  }
}
