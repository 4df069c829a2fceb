import {
  upgradeCloseDelayMs,
  upgradeCompleteMs,
  upgradeFinalizingMs,
  upgradeStepPercent,
  upgradeSyncingMs,
  upgradeTickMs,
  upgradeTransferringMs,
  upgradeWaitPercent,
} from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import type { UpgradeView } from '../../replica/index.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';

const { upgrade: texts } = lazyMessages;

/** Whether `delayMs` have passed since the component appeared. */
function useHasPassed(delayMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useDelay(() => setHasPassed(true), hasPassed ? null : delayMs);
  return hasPassed;
}

/**
 * The state of the upgrade dialog: the progress waits at 90 percent until the server has everything, then
 * finalizes for a second and is complete; `onDone` is called 1.5 s later.
 */
export function useUpgradeScene(kind: Exclude<UpgradeView['kind'], 'none'>, onDone: () => void) {
  const [percent, setPercent] = useState(0);
  useDelay(
    () => setPercent(Math.min(upgradeWaitPercent, percent + upgradeStepPercent)),
    kind === 'error' || percent >= upgradeWaitPercent ? null : upgradeTickMs,
    percent,
  );
  const isTransferring = useHasPassed(upgradeTransferringMs);
  const isSyncing = useHasPassed(upgradeSyncingMs);
  const mayFinalize = useHasPassed(upgradeFinalizingMs);
  const isFinalizing = kind === 'complete' && mayFinalize;

  const [isComplete, setIsComplete] = useState(false);
  useDelay(
    () => setIsComplete(true),
    isFinalizing ? upgradeCompleteMs - upgradeFinalizingMs : null,
  );
  useDelay(onDone, isComplete ? upgradeCloseDelayMs : null);

  if (kind === 'error') return { state: 'error' as const, percent, text: texts.failed };
  if (isComplete) return { state: 'complete' as const, percent: 100, text: texts.complete };
  if (isFinalizing) return { state: 'syncing' as const, percent: 100, text: texts.finalizing };
  const text = isSyncing ? texts.syncing : isTransferring ? texts.transferring : texts.preparing;
  return { state: 'syncing' as const, percent, text };
}
