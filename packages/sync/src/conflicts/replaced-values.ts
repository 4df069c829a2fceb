import type { DeltaItem } from '@foray/contract';
import { editableFields, comparedFieldOf } from '@foray/domain';
import type { EditableField } from '@foray/domain';
import type { ReplacedVersion } from '../store/meta.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Replaced versions of an item stored on a device; the server's log has all of them. */
const maxReplacedVersions = 20;

/**
 * Stores the values of the server's row that later values of this device replace, in fields by the names
 * under which they are compared: the user is told once, and finds them in the item's history.
 */
export async function recordReplaced(
  unit: UnitOfWork,
  { uuid }: LocalItem,
  server: DeltaItem,
  fields: readonly EditableField[],
): Promise<void> {
  const former = (await unit.tx.meta('replaced', uuid))?.versions ?? [];
  const parts = editableFields.filter((field) => fields.includes(comparedFieldOf(field)));
  const version: ReplacedVersion = {
    values: Object.fromEntries(parts.map((field) => [field, server[field]])),
    by: server.updated_by ?? null,
    at: server.updated_at,
    replacedAt: unit.deviceNow(),
  };
  const versions = [version, ...former].slice(0, maxReplacedVersions);
  await unit.tx.putMeta('replaced', uuid, { versions, isTold: false });
  unit.touchQueue();
}

/** The newest replaced version of an item. */
export interface ReplacedItem {
  readonly uuid: string;
  readonly version: ReplacedVersion;
}

/**
 * The replaced values that were not reported to the user yet. Marks them as reported, so that only one tab
 * reports them.
 */
export async function takeUnseenReplacements(
  device: SyncContext,
): Promise<readonly ReplacedItem[]> {
  const rows = await device.store.read((tx) => tx.metaOf('replaced'));
  if (!rows.ok || rows.value.every(({ value }) => value.isTold)) return [];
  const taken = await writeUnit(device, async ({ tx }) => {
    const untold: ReplacedItem[] = [];
    for (const { id: uuid, value } of await tx.metaOf('replaced')) {
      const [version] = value.versions;
      if (value.isTold || version === undefined) continue;
      await tx.putMeta('replaced', uuid, { ...value, isTold: true });
      untold.push({ uuid, version });
    }
    return untold;
  });
  return taken.ok ? taken.value : [];
}

/** The replaced versions of an item that this device stores, newest first. */
export async function replacedVersions(
  { store }: Pick<SyncContext, 'store'>,
  uuid: string,
): Promise<readonly ReplacedVersion[]> {
  const replaced = await store.read((tx) => tx.meta('replaced', uuid));
  return replaced.ok ? (replaced.value?.versions ?? []) : [];
}
