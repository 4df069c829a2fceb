import type { Person } from '@foray/domain';
import { withDeletion, withoutDeletion, type AccountMemory, type Clock } from '@foray/sync';
import type { Scheduler } from '@foray/sync';

/** So long after it was asked for, the server may still be at work on a deletion. */
const underWayMs = 60_000;

/** What the wish to delete an account needs, and `look`, which asks the server whose session there is. */
interface DeletionPorts {
  readonly memory: AccountMemory;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  look(): void;
}

/**
 * The wish to delete an account, from before the server is asked until it is known what became of it
 * (decision 0097): the answer may be lost, and the account be gone all the same.
 */
export class AskedDeletion {
  readonly #ports: DeletionPorts;

  constructor(ports: DeletionPorts) {
    this.#ports = ports;
  }

  /** Keeps the wish durably; to be called before the server is asked. */
  async ask({ id }: Person): Promise<void> {
    const askedAtMs = this.#ports.clock.nowMs();
    await this.#ports.memory.change((now) => withDeletion(now, { userId: id, askedAtMs }));
  }

  /** To be called after a call that may have deleted the account: the server is asked once it must know. */
  lookLater(): void {
    this.#ports.scheduler.after(underWayMs, () => this.#ports.look());
  }

  /** Whether the account was to be deleted, and nothing has been heard of it since. */
  async isAsked({ id }: Person): Promise<boolean> {
    return (await this.#find(id)) !== undefined;
  }

  /** The server knows the account: the wish is over, unless the server may still be at work on it. */
  async hearAlive({ id }: Person): Promise<void> {
    const asked = await this.#find(id);
    if (asked === undefined) return;
    const agoMs = this.#ports.clock.nowMs() - asked.askedAtMs;
    if (agoMs >= 0 && agoMs < underWayMs) return this.lookLater();
    await this.#ports.memory.change((now) => withoutDeletion(now, id));
  }

  async #find(userId: number) {
    return (await this.#ports.memory.load()).deletions.find((asked) => asked.userId === userId);
  }
}
