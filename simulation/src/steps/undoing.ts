import { comparedFieldOf, reversalOf, occurrenceUuid } from '@foray/domain';
import type { EditableField, ItemChange } from '@foray/domain';
import { changeWithServerValues, undoEffects, type Effect, type LocalItem } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import type { ActionKind } from '../record/event-log.ts';
import { changedFields, valuesOf, type FieldValues } from '../record/fields.ts';
import { perform, type NewAction } from './perform.ts';
import type { Profile } from '../story/profile.ts';
import type { TabAccount } from '../device/tab.ts';
import type { HistoryDirection } from '../device/tab-history.ts';
import type { World } from '../world/world.ts';

const back = { undo: 'redo', redo: 'undo' } as const;
const backActs = { complete: 'undo', undo: 'complete', skip: 'unskip', unskip: 'skip' } as const;

/** Undoes the last action in a tab, or redoes the last undone one. */
export async function undo(world: World, opened: TabAccount, way: HistoryDirection): Promise<void> {
  const { profile, device, history } = opened;
  const effects = history.take(way);
  const [effect] = effects ?? [];
  if (effects === undefined || effect === undefined) return;
  const before = new Map([...profile.tables.items.values()].map((row) => [row.uuid, row]));
  const action = { ...actionOf(effect, before, profile), isUndo: true };
  const done = await perform(world, opened, action, async () => {
    const outcome = await undoEffects(device, effects);
    // An undo that kept everything had no effect.
    return outcome.ok && outcome.value.exemptions.length > 0 && outcome.value.effects.length === 0
      ? { ok: false as const, error: { code: 'kept' } }
      : outcome;
  });
  const refusal = !done.ok && done.error.code === 'kept' ? 'kept' : 'refused';
  world.census.note('undo', way, done.ok ? 'done' : refusal);
  if (!done.ok || done.value.effects.length === 0) return;
  history.put(back[way], done.value.effects);
  if (effect.kind === 'create' || effect.kind === 'restore') {
    const changed = [...effect.items].find(([uuid, left]) => isChanged(left, before.get(uuid)));
    if (changed !== undefined) {
      world.fail(new Breach('I18', `${changed[0]} was changed, and is deleted by an undo`));
    }
  }
}

/**
 * An undo as the equivalent action by hand; the state that it counts as having seen is the one that the
 * undone action left.
 */
function actionOf(
  effect: Effect,
  rows: ReadonlyMap<string, LocalItem>,
  { tables }: Profile,
): NewAction {
  const { uuid } = effect;
  const row = rows.get(uuid);
  switch (effect.kind) {
    case 'delete': {
      const deleter = row?.deletedBy ?? tables.meta('trash').get(uuid)?.value.requestId ?? null;
      const taken = [...rows.values()].filter((one) => one.deletedBy === deleter && one._deleted);
      const also = taken.map((one) => one.uuid).filter((one) => one !== uuid);
      return { kind: 'restore', uuids: [uuid, ...(deleter === null ? [] : also)] };
    }
    case 'create':
    case 'restore': {
      const also = [...effect.items.keys()].filter((one) => one !== uuid);
      return { kind: 'delete', uuids: [uuid, ...also], seen: valuesOf(row) };
    }
    case 'label': {
      const { add, remove } = effect.made;
      return { kind: 'label', uuids: [uuid], labels: { add: remove, remove: add } };
    }
    case 'position':
      return { kind: 'place', uuids: [uuid] };
    case 'occurrence':
      return {
        kind: 'occurrence',
        uuids: [uuid, occurrenceUuid(uuid, effect.n)],
        occurrence: { act: backActs[effect.act], n: effect.n },
      };
    case 'change': {
      const { made } = effect;
      const kind = kindOf(made.after);
      const seen = made.after as FieldValues;
      if (row === undefined) return { kind, uuids: [uuid], seen };
      const queue = [...tables.requests.values()];
      const { change, kept } = reversalOf(row, changeWithServerValues(effect, row.base, queue));
      const isSet = ([field]: readonly [string, unknown]): boolean =>
        !kept.includes(comparedFieldOf(field as EditableField));
      const writes: FieldValues = Object.fromEntries(Object.entries(change).filter(isSet));
      return { kind, uuids: [uuid], seen, writes };
    }
  }
}

function kindOf(change: ItemChange): ActionKind {
  if (change.parent_uuid !== undefined) return 'move';
  if (change.assigned_to !== undefined) return 'assign';
  return change.status === undefined ? 'text' : 'status';
}

/** Whether people have changed an existing item since an action left it. */
function isChanged(left: FieldValues, row: LocalItem | undefined): boolean {
  if (row === undefined || row._deleted) return false;
  return changedFields.some((field) => (left[field] ?? null) !== (row[field] ?? null));
}
