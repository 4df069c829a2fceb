import {
  assignItem,
  createItem,
  deleteItem,
  moveItem,
  removePerson,
  restoreItem,
  setStatus,
} from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import { isRepeating, itemStatuses, itemTypes } from '@foray/domain';
import { Actor } from './actor.ts';
import { openedBy, type ItemStep } from './item-step.ts';
import { changeLabels, saveEdit } from './editing.ts';
import {
  changedFields,
  dayOf,
  labelOf,
  timeOf,
  type FieldValues,
  valuesOf,
} from '../record/fields.ts';
import { placeAmong } from './placing.ts';
import { changeOccurrence } from './repeating.ts';
import type { Editor } from './editor.ts';
import {
  strandingAssignment,
  takesOccasions,
  withLostRestores,
  withLostRights,
} from './occasions.ts';

/** People's actions on items. */
export class ItemActor extends Actor {
  /** Starts the action of the step, if there is an item to act on. */
  changeItem(kind: ItemStep): void {
    const { device } = this;
    switch (kind) {
      case 'create':
        return this.#create();
      case 'edit':
        return this.#onItem((row) => this.run(saveEdit(this.world, this.opened, row, this.step)));
      case 'openEditor':
        return this.#onItem((row) => this.#openEditor(row));
      case 'saveEditor':
        return this.#saveEditor();
      case 'status':
        return this.#onItem((row) =>
          this.#setStatus(row, itemStatuses[this.step.to % itemStatuses.length] ?? 'pending'),
        );
      case 'assign':
        return this.#assign();
      case 'removePerson':
        return this.#removePerson();
      case 'move':
        return this.#onItem((row) => {
          const { uuid, type } = row;
          const parent = this.#parentFor(type);
          const writes = { parent_uuid: parent };
          const action = { kind, uuids: [uuid], writes, seen: seenOf(row) } as const;
          this.do(action, () => moveItem(device, uuid, parent, row));
        });
      case 'delete':
      case 'deleteAll':
        return this.#onItem((row) => {
          const { uuid } = row;
          const seen = this.shown ?? new Map(this.rows.map((one) => [one.uuid, one]));
          const below = kind === 'deleteAll' ? belowIn([...seen.values()], uuid) : [];
          const action = { kind: 'delete', uuids: [uuid, ...below], seen: seenOf(row) } as const;
          this.do(action, () => deleteItem(device, uuid, below, seen));
        });
      case 'restore':
        return this.#restore();
      case 'occurrence':
        if (this.browser.isLastRelease) return this.#completeRepeating();
        return this.run(changeOccurrence(this.world, this.opened, this.rows, this.step));
      case 'place':
        if (this.browser.isLastRelease) return;
        return this.run(placeAmong(this.world, this.opened, this.livingRows, this.step));
      case 'label':
        if (this.browser.isLastRelease) return;
        return this.#onItem((row) =>
          this.run(changeLabels(this.world, this.opened, row, this.step)),
        );
    }
  }

  #setStatus(row: LocalItem, status: LocalItem['status']): void {
    const { uuid } = row;
    const action = {
      kind: 'status',
      uuids: [uuid],
      writes: { status },
      seen: seenOf(row),
    } as const;
    this.do(action, () => setStatus(this.device, uuid, status, row));
  }

  /** A person with the last release cannot see that an item repeats, and completes it like any other. */
  #completeRepeating(): void {
    const items = [...this.world.server.store.rows('items')];
    const repeating = new Set(items.filter(isRepeating).map(({ uuid }) => uuid));
    const row = this.choose(this.livingRows.filter(({ uuid }) => repeating.has(uuid)));
    if (row !== undefined) this.#setStatus(row, 'completed');
  }

  #create(): void {
    const device = this.device;
    const { isLastRelease } = this.browser;
    const type = itemTypes[this.step.to % itemTypes.length] ?? 'todo';
    const uuid = device.ids.uuid();
    const parent_uuid = this.#parentFor(type);
    const number = this.world.eventLog.actions.length;
    const title = `text ${number}`;
    const writes = {
      title,
      ...(this.step.to % 4 === 0 && { due_date: dayOf(number * 2) }),
      ...(this.step.to % 8 === 0 && !isLastRelease && { due_time: timeOf(number) }),
    };
    const assigned_to = this.#assigneeOf(parent_uuid);
    const labels = this.step.to % 6 === 5 && !isLastRelease ? [labelOf(this.step.at)] : [];
    const action = {
      kind: 'text',
      uuids: [uuid],
      writes,
      labels: { add: labels, remove: [] },
    } as const;
    this.do(action, () =>
      createItem(device, { uuid, type, ...writes, labels, parent_uuid, assigned_to }),
    );
  }

  /** The assignee of a new item: sometimes its creator, inside an item that is assigned to them. */
  #assigneeOf(parentUuid: string | null): number | null {
    const { user, isGuest } = this.profile;
    if (isGuest) return null;
    if (this.step.at % 5 === 0) return this.#assignee();
    const parent = this.rows.find(({ uuid }) => uuid === parentUuid);
    return parent?.assigned_to === user.id && this.step.salt % 2 === 0 ? user.id : null;
  }

  #assign(): void {
    const act = (row: LocalItem, assignee: number | null): void => {
      const { uuid } = row;
      const writes = { assigned_to: assignee };
      const action = { kind: 'assign', uuids: [uuid], writes, seen: seenOf(row) } as const;
      this.do(action, () => assignItem(this.device, uuid, assignee, row));
    };
    const stranding = this.step.salt % 3 === 0 ? strandingAssignment(this.profile) : null;
    if (stranding !== null) act(stranding.row, stranding.assignee);
    else this.#onItem((row) => act(row, this.#assignee()));
  }

  /** Removes a person from an item that they are assigned to, at it or below. */
  #removePerson(): void {
    const assigned = this.rows.filter((row) => !row._deleted && row.assigned_to !== null);
    const named = assigned.filter(({ uuid }) => uuid === this.about);
    const row = this.choose(named) ?? this.#lostRight(assigned) ?? this.choose(assigned);
    if (row?.assigned_to == null) return;
    const parent = this.rows.find(({ uuid }) => uuid === row.parent_uuid);
    const from = this.step.to % 2 === 0 && parent !== undefined ? parent : row;
    const { assigned_to } = row;
    const uuids = [from.uuid, ...belowIn(this.rows, from.uuid)];
    const action = {
      kind: 'remove',
      uuids,
      writes: { assigned_to: null },
      seen: { assigned_to },
    } as const;
    this.do(action, () => removePerson(this.device, from.uuid, assigned_to));
  }

  #restore(): void {
    const deleted = this.rows.filter((row) => row._deleted).map(({ uuid }) => uuid);
    const trash = this.profile.tables.meta('trash').keys();
    const all = [...new Set([...deleted, ...trash])];
    const lost = takesOccasions(this.step) ? withLostRestores(this.world, this.profile, all) : [];
    const uuid = this.choose(lost) ?? this.choose(all);
    if (uuid === undefined) return;
    const uuids = [uuid, ...this.#takenWith(uuid)];
    this.do({ kind: 'restore', uuids }, () => restoreItem(this.device, uuid));
  }

  /** The items that the same delete took here, and that a restore brings back with it. */
  #takenWith(uuid: string): readonly string[] {
    const deleter = this.rows.find((row) => row.uuid === uuid)?.deletedBy ?? null;
    if (deleter === null) return [];
    const taken = this.rows.filter((row) => row._deleted && row.deletedBy === deleter);
    return taken.map((row) => row.uuid).filter((one) => one !== uuid);
  }

  #openEditor({ uuid }: LocalItem): void {
    const { browser, tab, profile } = this;
    const family = new Set([uuid, ...belowIn(this.rows, uuid)]);
    const shown = this.rows.filter((row) => family.has(row.uuid));
    const byUuid = new Map(shown.map((row) => [row.uuid, row]));
    const kind = openedBy(this.step);
    const editor = { browser, tab, profile, kind, uuid, shown: byUuid };
    this.world.editors = [...this.world.editors, editor];
  }

  /** Saves in any tab that is still open; changes made while it was open come first. */
  #saveEditor(): void {
    const world = this.world;
    const isThere = ({ tab, profile }: Editor): boolean =>
      !tab.life.isOver && !tab.life.isFrozen && tab.open?.profile === profile;
    const open = world.editors.filter(isThere);
    const editor = this.choose(open.filter(isOutdated)) ?? this.choose(open);
    if (editor === undefined) return;
    world.editors = world.editors.filter((one) => one !== editor);
    const { browser, tab, kind, uuid, shown } = editor;
    world.census.note('editor', kind, isOutdated(editor) ? 'outdated' : '');
    const role = { browser, tab, about: uuid, shown };
    new ItemActor(world, { ...this.step, kind }, role).changeItem(kind);
  }

  #onItem(act: (row: LocalItem) => void): void {
    const shown = this.shown?.get(this.about ?? '');
    if (shown !== undefined) return act(shown);
    const living = this.livingRows;
    // Mostly one of the few items that everybody works on, in an order that is the same everywhere.
    const isHot = this.step.at % 3 !== 0;
    const rows = isHot ? living.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)).slice(0, 3) : living;
    const row =
      living.find(({ uuid }) => uuid === this.about) ??
      this.#openElsewhere(living) ??
      this.#lostRight(living) ??
      this.choose(rows);
    if (row !== undefined) act(row);
  }

  /** Prefers items on which the user by now has fewer rights than their device has received. */
  #lostRight(some: readonly LocalItem[]): LocalItem | undefined {
    if (!takesOccasions(this.step)) return undefined;
    const lost = new Set(withLostRights(this.world, this.profile));
    return this.choose(some.filter((row) => lost.has(row)));
  }

  /** For half of the actions: an item that somebody in another browser has open to do the same. */
  #openElsewhere(living: readonly LocalItem[]): LocalItem | undefined {
    const { kind, salt } = this.step;
    if (salt % 4 > 1) return undefined;
    const others = this.world.editors.filter(
      (editor) => editor.kind === kind && editor.browser !== this.browser,
    );
    const uuids = new Set(others.map(({ uuid }) => uuid));
    return this.choose(living.filter(({ uuid }) => uuids.has(uuid)));
  }

  #assignee(): number | null {
    const people = this.world.browsers.map(({ user }) => user.id);
    return this.chooseBy(this.step.to, [null, 1, ...people]) ?? null;
  }

  #parentFor(type: LocalItem['type']): string | null {
    const { at, to } = this.step;
    if (at % 4 === 0 && this.under === undefined) return null;
    const parents = this.rows.filter(
      (row) =>
        !row._deleted && (row.type === 'campaign' || row.type === 'task') && row.type !== type,
    );
    // An item that is still to be created sometimes comes first, so that its create may fail before the
    // action.
    const isNew = this.step.salt % (this.step.kind === 'move' ? 2 : 4) === 1;
    const unsent = isNew ? parents.filter(({ base }) => base === null) : [];
    const parent =
      parents.find(({ uuid }) => uuid === this.under) ??
      this.#lostRight(parents) ??
      this.choose(unsent) ??
      this.chooseBy(at * 31 + to, parents);
    return parent?.uuid ?? null;
  }
}

/**
 * The values of an item in an editor or menu; for a status that rolled up, the value that was set below it.
 */
function seenOf(row: LocalItem): FieldValues {
  const { rolled, base } = row;
  return { ...valuesOf(row), ...(rolled !== null && base !== null && { status: base.status }) };
}

/** Whether the item of an editor has changed its values since the editor opened. */
function isOutdated({ profile: { tables }, uuid, shown }: Editor): boolean {
  const now = tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
  const before = shown.get(uuid);
  return now !== undefined && !now._deleted && changedFields.some((f) => now[f] !== before?.[f]);
}

function belowIn(rows: readonly LocalItem[], uuid: string): readonly string[] {
  const children = rows.filter((row) => row.parent_uuid === uuid && !row._deleted);
  return children.flatMap((child) => [child.uuid, ...belowIn(rows, child.uuid)]);
}
