import type { Conflict } from '@foray/sync';
import type { PagePorts } from '../state/client-ports.ts';
import { Observable } from '../../../state/observable.ts';
import type { OpenAccount } from './open-account.ts';

/**
 * Whether the conflict dialog is open, and whether engines have to wait for it. It opens when conflicts
 * appear while the page is visible; while it is open and visible every tab's engine waits; cancelling it,
 * or leaving the page, sets the conflicts aside. It is never open without a conflict (invariant I13).
 */
export class ConflictDialogController {
  readonly isOpen: Observable<boolean>;
  readonly #ports: Pick<PagePorts, 'visibility' | 'locks'>;
  readonly #requestSync: () => void;
  #opened: OpenAccount | null = null;
  /** Null until the account's conflicts were first read. */
  #known: readonly Conflict[] | null = null;
  #release: (() => void) | null = null;

  /** `requestSync` starts a cycle soon. */
  constructor(
    ports: Pick<PagePorts, 'visibility' | 'locks'>,
    requestSync: () => void,
    isOpen: Observable<boolean> = new Observable(false),
  ) {
    this.#ports = ports;
    this.#requestSync = requestSync;
    this.isOpen = isOpen;
  }

  /** Follows the conflicts of an account until the returned function is called. */
  enter(opened: OpenAccount): () => void {
    this.#opened = opened;
    const endVisibility = this.#ports.visibility.subscribe((isVisible) => {
      if (!isVisible) this.#setAside();
      else this.#openForNew();
      this.#hold();
    });
    return () => {
      endVisibility();
      this.#opened = null;
      this.#known = null;
      this.#close();
    };
  }

  /** Compares the stored conflicts with the known ones, and opens or closes the dialog. */
  take(conflicts: readonly Conflict[]): void {
    const before = this.#known;
    this.#known = conflicts;
    if (conflicts.length === 0) return this.#close();
    const isKnown = ({ uuid }: Conflict) => before?.some((one) => one.uuid === uuid) ?? true;
    // A cycle of a hidden tab sets aside the conflicts it finds; the visible tab still asks about them.
    if (this.#ports.visibility.isVisible() && !conflicts.every(isKnown)) this.open();
    else this.#openForNew();
  }

  /** Opens the dialog if there are conflicts to decide, and returns whether there are. */
  open(): boolean {
    if (!this.#known?.length) return false;
    this.isOpen.set(true);
    this.#hold();
    return true;
  }

  /**
   * Closes the dialog without a decision: the conflicts are set aside under the badge, and everything else
   * continues to sync.
   */
  cancel(): void {
    this.#close();
    this.#setAside();
  }

  /** Whether an engine of this account has to wait; called in the middle of a cycle. */
  async isResolving(userId: number, hasNew: boolean): Promise<boolean> {
    if (this.#ports.visibility.isVisible() && (hasNew || this.isOpen.get())) return true;
    const isFree = await this.#ports.locks.ifFree(lockOf(userId), async () => true);
    return isFree === null;
  }

  #openForNew(): void {
    const hasNew = this.#known?.some((conflict) => !conflict.isAside) ?? false;
    if (hasNew && this.#ports.visibility.isVisible()) this.open();
  }

  #close(): void {
    this.isOpen.set(false);
    this.#hold();
  }

  #setAside(): void {
    const engine = this.#opened?.engine;
    if (!engine || !this.#known?.length) return;
    void engine.setConflictsAside().then(() => this.#requestSync());
  }

  /** Holds a lock while the dialog is open and visible, so that the other tabs' engines wait too. */
  #hold(): void {
    const account = this.#opened?.device.account;
    const mustHold =
      this.isOpen.get() && this.#ports.visibility.isVisible() && account?.kind === 'user';
    if (!mustHold) {
      this.#release?.();
      this.#release = null;
      return;
    }
    if (this.#release !== null) return;
    const untilLetGo = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    void this.#ports.locks.ifFree(lockOf(account.user.id), () => untilLetGo);
  }
}

function lockOf(userId: number): string {
  return `foray-conflicts-${userId}`;
}
