import { ok } from '@foray/domain';
import type { ActionResult, LocalItem, SyncContext } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ItemOutcome } from './item-changes.ts';
import type { Perform } from './undo-actions.ts';
import { UndoHistory } from './undo-history.ts';

/** Whether an action found its store erased by the browser. */
function isGone(done: Awaited<ActionResult>): boolean {
  return !done.ok && done.error.code === 'store' && done.error.failure.code === 'closed';
}

/** Runs actions on the account that is open, and records those by the user, so that they can be undone. */
export function createActionRunner(accounts: AccountManager) {
  const { watch } = accounts;
  const history = new UndoHistory();

  /** Runs an action, and shows the predicted rows until it has finished. */
  const perform: Perform = async (action, predicted = []) => {
    const endPrediction = watch.predict(predicted.filter((row) => row !== null));
    let { device } = await accounts.current();
    let done = await action(device);
    if (isGone(done)) {
      await accounts.erased.look();
      ({ device } = await accounts.current());
      done = await action(device);
    }
    endPrediction();
    if (done.ok) watch.requestSync();
    else if (done.error.code === 'store' && done.error.failure.code === 'newer') {
      watch.showOutdated();
    }
    return { device, done };
  };

  /** As `perform`, for an action by the user, which can be undone. */
  function act(
    action: (device: SyncContext) => ActionResult,
    predicted: readonly (LocalItem | null)[] = [],
  ): ItemOutcome {
    const run = async (): ItemOutcome => {
      const { device, done } = await perform(action, predicted);
      if (!done.ok) return done;
      history.record(device, done.value);
      return ok(done.value.item);
    };
    return history.follow(run());
  }

  return { history, perform, act };
}
