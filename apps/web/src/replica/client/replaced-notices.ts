import type { EditableField } from '@foray/domain';
import { ownerIdOf, takeUntold } from '@foray/sync';
import type { ClientNotice } from './client-state.ts';
import type { OpenAccount } from './open-account.ts';

/** The values that this device replaced by later ones, told by one tab; the item's history has the rest. */
export async function replacedNotices({
  device,
  replica,
}: OpenAccount): Promise<readonly ClientNotice[]> {
  const untold = await takeUntold(device);
  return untold.map(({ uuid, version }) => {
    const isOwn = version.by === ownerIdOf(device.account);
    const by = isOwn ? 'you' : (replica.person(version.by ?? 0) ?? null);
    return { kind: 'replaced', uuid, fields: Object.keys(version.values) as EditableField[], by };
  });
}
