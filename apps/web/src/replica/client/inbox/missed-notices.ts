import type { EditableField } from '@foray/domain';
import { ownerIdOf, takeLeftOutAssignees, takeUnseenReplacements } from '@foray/sync';
import type { ClientNotice } from '../state/client-state.ts';
import type { OpenAccount } from '../sync/open-account.ts';

/**
 * The effects of a sync on changes of this device that the user does not know yet; one tab reports them.
 */
export async function missedNotices(opened: OpenAccount): Promise<readonly ClientNotice[]> {
  return [...(await replacedNotices(opened)), ...(await leftOutNotices(opened))];
}

/** Values that this device replaced by later ones; the item's history has the others. */
async function replacedNotices({ device, replica }: OpenAccount): Promise<readonly ClientNotice[]> {
  const untold = await takeUnseenReplacements(device);
  return untold.map(({ uuid, version }) => {
    const isOwn = version.by === ownerIdOf(device.account);
    const by = isOwn ? 'you' : (replica.person(version.by ?? 0) ?? null);
    return { kind: 'replaced', uuid, fields: Object.keys(version.values) as EditableField[], by };
  });
}

/** The people whom restores have left out, in one notice. */
async function leftOutNotices({ device, replica }: OpenAccount): Promise<readonly ClientNotice[]> {
  const leftOut = await takeLeftOutAssignees(device);
  const [first] = leftOut;
  if (first === undefined) return [];
  const people = [...new Set(leftOut.map(({ userId }) => userId))].map(
    (userId) => replica.person(userId) ?? null,
  );
  return [{ kind: 'leftOut', uuid: first.uuid, people }];
}
