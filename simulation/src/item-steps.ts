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
import { itemStatuses, itemTypes } from '@foray/domain';
import { Actor } from './actor.ts';
import { saveEdit } from './editing.ts';
import type { Editor } from './editor.ts';
import { dayOf } from './fields.ts';
import {
  strandingAssignment,
  takesOccasions,
  withLostRestores,
  withLostRights,
} from './occasions.ts';
import type { StepKind } from './story.ts';

const itemSteps = [
  'create',
  'edit',
  'openEditor',
  'saveEditor',
  'status',
  'assign',
  'removePerson',
  'move',
  'delete',
  'deleteAll',
  'restore',
] as const satisfies readonly StepKind[];
/** Steps that change one item. */
export type ItemStep = (typeof itemSteps)[number];

/** Whether a step changes one item. */
export function isItemStep(kind: StepKind): kind is ItemStep {
  return itemSteps.some((one) => one === kind);
}

/** What people do with items. */
export class ItemActor extends Actor {
  /** Starts what the step says of an item, if there is one to act on. */
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
        return this.#onItem((row) => {
          const { uuid } = row;
          const status = itemStatuses[this.step.to % itemStatuses.length] ?? 'pending';
          this.do({ kind, uuids: [uuid] }, () => setStatus(device, uuid, status, row));
        });
      case 'assign':
        return this.#assign();
      case 'removePerson':
        return this.#removePerson();
      case 'move':
        return this.#onItem((row) => {
          const { uuid, type } = row;
          const parent = this.#parentFor(type);
          this.do({ kind, uuids: [uuid] }, () => moveItem(device, uuid, parent, row));
        });
      case 'delete':
      case 'deleteAll':
        return this.#onItem(({ uuid }) => {
          const below = kind === 'deleteAll' ? this.#below(uuid) : [];
          const uuids = [uuid, ...below];
          const seen = new Map(this.rows.map((row) => [row.uuid, row]));
          this.do({ kind: 'delete', uuids }, () => deleteItem(device, uuid, below, seen));
        });
      case 'restore':
        return this.#restore();
    }
  }

  #create(): void {
    const device = this.device;
    const type = itemTypes[this.step.to % itemTypes.length] ?? 'todo';
    const uuid = device.ids.uuid();
    const parent_uuid = this.#parentFor(type);
    const number = this.world.diary.deeds.length;
    const title = `text ${number}`;
    const writes = this.step.to % 4 === 0 ? { title, due_date: dayOf(number * 2) } : { title };
    const assigned_to = this.#assigneeOf(parent_uuid);
    this.do({ kind: 'text', uuids: [uuid], writes }, () =>
      createItem(device, { uuid, type, ...writes, parent_uuid, assigned_to }),
    );
  }

  /** Whom something new is for: at times whoever makes it in what they are assigned to. */
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
      const deed = { kind: 'assign', uuids: [uuid] } as const;
      this.do(deed, () => assignItem(this.device, uuid, assignee, row));
    };
    const stranding = this.step.salt % 3 === 0 ? strandingAssignment(this.profile) : null;
    if (stranding !== null) act(stranding.row, stranding.assignee);
    else this.#onItem((row) => act(row, this.#assignee()));
  }

  /** Removes somebody from what they are assigned to, at it or below. */
  #removePerson(): void {
    const assigned = this.rows.filter((row) => !row._deleted && row.assigned_to !== null);
    const named = assigned.filter(({ uuid }) => uuid === this.about);
    const row = this.choose(named) ?? this.#lostRight(assigned) ?? this.choose(assigned);
    if (row?.assigned_to == null) return;
    const parent = this.rows.find(({ uuid }) => uuid === row.parent_uuid);
    const from = this.step.to % 2 === 0 && parent !== undefined ? parent : row;
    const { assigned_to } = row;
    const uuids = [from.uuid, ...this.#below(from.uuid)];
    this.do({ kind: 'remove', uuids }, () => removePerson(this.device, from.uuid, assigned_to));
  }

  #restore(): void {
    const deleted = this.rows.filter((row) => row._deleted).map(({ uuid }) => uuid);
    const trash = this.profile.tables.meta('trash').keys();
    const all = [...new Set([...deleted, ...trash])];
    const lost = takesOccasions(this.step) ? withLostRestores(this.world, this.profile, all) : [];
    const uuid = this.choose(lost) ?? this.choose(all);
    if (uuid === undefined) return;
    this.do({ kind: 'restore', uuids: [uuid] }, () => restoreItem(this.device, uuid));
  }

  #openEditor(row: LocalItem): void {
    const editor = { tab: this.tab, profile: this.profile, row };
    this.world.editors = [...this.world.editors, editor];
  }

  /** Saves in any tab that is still there with what was open in it. */
  #saveEditor(): void {
    const world = this.world;
    const isThere = ({ tab, profile }: Editor): boolean =>
      !tab.life.isOver && !tab.life.isFrozen && tab.open?.profile === profile;
    const editor = this.choose(world.editors.filter(isThere));
    if (editor?.tab.open == null) return;
    world.editors = world.editors.filter((one) => one !== editor);
    this.run(saveEdit(world, editor.tab.open, editor.row, this.step));
  }

  #onItem(act: (row: LocalItem) => void): void {
    const living = this.livingRows;
    // Mostly the few that everybody works on, in an order that is the same everywhere.
    const isHot = this.step.at % 3 !== 0;
    const rows = isHot ? living.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)).slice(0, 3) : living;
    const row =
      living.find(({ uuid }) => uuid === this.about) ??
      this.#openElsewhere(living) ??
      this.#lostRight(living) ??
      this.choose(rows);
    if (row !== undefined) act(row);
  }

  /** Of some, what the person may do less with by now than their device has heard. */
  #lostRight(some: readonly LocalItem[]): LocalItem | undefined {
    if (!takesOccasions(this.step)) return undefined;
    const lost = new Set(withLostRights(this.world, this.profile));
    return this.choose(some.filter((row) => lost.has(row)));
  }

  /** For half of the edits: what somebody in another browser has an editor open on. */
  #openElsewhere(living: readonly LocalItem[]): LocalItem | undefined {
    const { kind, at } = this.step;
    if (kind !== 'edit' || at % 2 === 1) return undefined;
    const others = this.world.editors.filter(({ profile }) => profile.browser !== this.browser);
    const uuids = new Set(others.map(({ row }) => row.uuid));
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
    // One that is still to be made comes first at times, so that its create may fail before.
    const isNew = this.step.salt % (this.step.kind === 'move' ? 2 : 4) === 1;
    const unsent = isNew ? parents.filter(({ base }) => base === null) : [];
    const parent =
      parents.find(({ uuid }) => uuid === this.under) ??
      this.#lostRight(parents) ??
      this.choose(unsent) ??
      this.chooseBy(at * 31 + to, parents);
    return parent?.uuid ?? null;
  }

  #below(uuid: string): string[] {
    const children = this.rows.filter((row) => row.parent_uuid === uuid && !row._deleted);
    return children.flatMap((child) => [child.uuid, ...this.#below(child.uuid)]);
  }
}
