import type { ComparedField, ItemChange } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { Observable } from '../../../state/observable.ts';

/** An item that changed elsewhere while an editor, dialog or menu was open (decision 0063). */
export interface ChangedItem {
  readonly now: LocalItem;
  /** The user's change; null to delete. */
  readonly wanted: ItemChange | null;
  readonly fields: readonly ComparedField[];
}

/** The version to keep: the user's change, or the current one. */
export type KeptVersion = 'mine' | 'other';

/** The question about a changed item, and its answer. */
export interface ChangedQuestion extends ChangedItem {
  answer(kept: KeptVersion): void;
}

interface OpenQuestion extends ChangedQuestion {
  giveUp(): void;
}

/** Asks, one question at a time, which version of an item to keep. Nothing is written before the answer. */
export class ChangedItemDialogController {
  readonly question = new Observable<ChangedQuestion | null>(null);
  #open: OpenQuestion | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #left = 0;

  /** Resolves with null if the item's account is closed before there is an answer. */
  ask(changed: ChangedItem): Promise<KeptVersion | null> {
    const left = this.#left;
    const answered = this.#last.then(() => {
      if (this.#left !== left) return null;
      return new Promise<KeptVersion | null>((resolve) => {
        const end = (kept: KeptVersion | null) => {
          this.#show(null);
          resolve(kept);
        };
        this.#show({ ...changed, answer: end, giveUp: () => end(null) });
      });
    });
    this.#last = answered;
    return answered;
  }

  /**
   * Withdraws the open questions when the account is closed: another user must neither see nor answer them.
   */
  closeAccount(): void {
    this.#left += 1;
    this.#open?.giveUp();
  }

  #show(question: OpenQuestion | null): void {
    this.#open = question;
    this.question.set(question);
  }
}
