import { instantOf } from '@foray/domain';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import type { PredictionState } from './item-changes.ts';

/**
 * Numbers that no item has. They increase like stored ones, because the number orders items created at the
 * same time.
 */
const predictedFrom = Number.MAX_SAFE_INTEGER - 2 ** 32;

/** The state of this page from which predictions start. */
export function predictionBaseOf(
  { watch }: AccountManager,
  { clock }: Pick<ClientPorts, 'clock'>,
): PredictionState {
  let predictedItems = 0;
  return {
    row: (uuid) => watch.replica.get().row(uuid),
    now: () => instantOf(clock.nowMs()),
    zone: () => clock.zone ?? 'UTC',
    newId() {
      predictedItems += 1;
      return predictedFrom + predictedItems;
    },
  };
}
