import { checkedNotifications } from '@foray/contract';
import type { SelfCheck } from '@foray/contract';
import type { Caller } from '../store/request.ts';
import type { EpochCheckedStore } from '../epochs/epoch-checked-store.ts';

/**
 * What the caller's streams come to now, read as one, so that a device at the same cursor can find
 * whether it holds exactly that (sync.md, section 7).
 */
export async function selfCheck(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
): Promise<SelfCheck> {
  return store.read(async (reads, { epoch }) => {
    const { head, items, mutuals, notifications } = await reads.tallies(
      caller.userId,
      checkedNotifications,
    );
    return { epoch, now, cursor: head, ...items, mutuals, notifications };
  });
}
