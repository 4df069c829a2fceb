import type { ActivityPage, Ref } from '@foray/contract';
import type { Authority } from '../authority.ts';
import type { Caller } from '../store/request.ts';

/** The first page of the log of a campaign, and of the history of the same item. */
export function historiesOf(
  authority: Pick<Authority, 'activity' | 'itemActivity'>,
  caller: Caller,
  ref: Ref,
): Promise<readonly (ActivityPage | null)[]> {
  const readings = [authority.activity(caller, ref, 1), authority.itemActivity(caller, ref, 1)];
  return Promise.all(readings);
}
