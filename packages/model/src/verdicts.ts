import type { ModelAct } from './acts.ts';
import type { RequiredAnswer, ModelFacts, ModelItem, ModelPlace, ModelType } from './facts.ts';
import { moved } from './moves.ts';
import { refusedOccurrence } from './occurrences.ts';
import { EverybodysRights } from './everybodys-rights.ts';
import type { ModelRight } from './rights.ts';

const missing: RequiredAnswer = { status: 404, code: 'not_found' };
const forbidden: RequiredAnswer = { status: 403, code: 'forbidden' };
const illegalParent: RequiredAnswer = { status: 422, code: 'illegal_parent' };
const unknownAssignee: RequiredAnswer = { status: 422, code: 'unknown_assignee' };

const toManage: readonly ModelRight[] = ['manage'];
const toEdit: readonly ModelRight[] = ['manage', 'contribute'];

type ActOf<Kind extends ModelAct['kind']> = ModelAct & { readonly kind: Kind };

/** Why an act is refused; null if it is not. */
export function refusalOf(
  rights: EverybodysRights,
  person: string,
  act: ModelAct,
): RequiredAnswer | null {
  switch (act.kind) {
    case 'create':
      return refusedCreate(rights, person, act);
    case 'change':
      return refusedChange(rights, person, act);
    case 'assign':
      return refusedChange(rights, person, { ...act, kind: 'change' });
    case 'label':
      return refusedWithout(rights, person, act.item, toEdit);
    case 'place':
      return (
        refusedWithout(rights, person, act.item, toEdit) ?? refusedPosition(rights, person, act)
      );
    case 'occurrence':
      return (
        refusedWithout(rights, person, act.item, toEdit) ?? refusedOccurrence(rights, person, act)
      );
    case 'delete':
    case 'removePerson':
      return refusedWithout(rights, person, act.item, toManage);
    case 'restore': {
      const item = rights.facts.items.get(act.item);
      if (item === undefined || item.isLiving) {
        return refusedWithout(rights, person, act.item, toManage);
      }
      return rights.canRestore(person, item) ? null : missing;
    }
    case 'block':
    case 'unblock':
    case 'removeContact':
      return isContactFor(rights.facts, person, act) ? null : missing;
    case 'leave':
      return null;
  }
}

/** The refusal of an act on an item that takes one of these rights. */
function refusedWithout(
  rights: EverybodysRights,
  person: string,
  name: string,
  enough: readonly ModelRight[],
): RequiredAnswer | null {
  const right = rights.rightOn(person, name);
  if (right === null) return missing;
  return enough.includes(right) ? null : forbidden;
}

/** Ordering the children of an item takes the right to add to it; a request that changes nothing is accepted. */
function refusedPosition(
  rights: EverybodysRights,
  person: string,
  { item: name, position }: ActOf<'place'>,
): RequiredAnswer | null {
  const { parent, fields } = rights.item(name);
  if (parent === null || (fields['position'] ?? null) === position) return null;
  const onParent = rights.rightOn(person, parent);
  return onParent !== null && toEdit.includes(onParent) ? null : forbidden;
}

function refusedCreate(
  rights: EverybodysRights,
  person: string,
  { item, type, place, assignee = null }: ActOf<'create'>,
): RequiredAnswer | null {
  const namesake = rights.facts.items.get(item);
  if (namesake !== undefined) {
    return namesake.owner === person ? null : { status: 422, code: 'uuid_taken' };
  }
  const refused = refusedPlace(rights, person, type, place);
  if (refused !== null) return refused;
  const parent = parentAt(rights, place);
  const root = parent === null ? null : rights.root(parent);
  return rights.mayAssign(person, assignee, root) ? null : unknownAssignee;
}

function refusedChange(
  rights: EverybodysRights,
  person: string,
  { item: name, place, assignee }: ActOf<'change'>,
): RequiredAnswer | null {
  const refused = refusedWithout(rights, person, name, toEdit);
  if (refused !== null) return refused;
  const item = rights.item(name);
  const isMoved = place !== undefined && isElsewhere(item, place);
  if (isMoved) {
    const refusedThere = refusedMove(rights, person, item, place);
    if (refusedThere !== null) return refusedThere;
  }
  if (assignee === undefined || assignee === item.assignee) return null;
  if (!isMoved) {
    return rights.mayAssign(person, assignee, rights.root(item)) ? null : unknownAssignee;
  }
  const parent = parentAt(rights, place);
  if (parent !== null) {
    return rights.mayAssign(person, assignee, rights.root(parent)) ? null : unknownAssignee;
  }
  // At the top level it is the root of a tree with the items that move along.
  const after = new EverybodysRights(moved(rights, person, { ...item, parent: null }).facts);
  return after.mayAssign(person, assignee, after.item(name)) ? null : unknownAssignee;
}

/** Only a manager moves an item, and only its owner to the top level or out of another person's root. */
function refusedMove(
  rights: EverybodysRights,
  person: string,
  item: ModelItem,
  place: ModelPlace,
): RequiredAnswer | null {
  if (rights.rightOn(person, item.key) !== 'manage') return forbidden;
  const isOwner = item.owner === person;
  const refused = refusedPlace(rights, person, item.type, place);
  if (refused !== null) return refused;
  const parent = parentAt(rights, place);
  if (parent === null) return isOwner ? null : forbidden;
  const root = rights.root(item);
  const isTakenOut = root !== rights.root(parent) && root.owner !== person;
  return isTakenOut && !isOwner ? forbidden : null;
}

/** Why nothing of that type may be placed there; null if it may. */
function refusedPlace(
  rights: EverybodysRights,
  person: string,
  type: ModelType,
  place: ModelPlace,
): RequiredAnswer | null {
  if (place === 'top') return null;
  const parent = parentAt(rights, place);
  const right = parent === null ? null : rights.rightOn(person, parent.key);
  if (parent === null || right === null) {
    if (place.by === 'number') return illegalParent;
    const wasSeen = rights.facts.everSeen.has(`${person} ${place.item}`);
    const isGone = parent !== null && (parent.isErased || wasSeen);
    return { status: 409, code: isGone ? 'parent_gone' : 'parent_pending' };
  }
  if (right === 'view') return forbidden;
  const isLegal =
    (parent.type === 'campaign' && type !== 'campaign') ||
    (parent.type === 'task' && type === 'todo');
  return isLegal ? null : illegalParent;
}

function isContactFor(
  { mutuals, blocks }: ModelFacts,
  person: string,
  { kind, person: other }: ActOf<'block' | 'unblock' | 'removeContact'>,
): boolean {
  const isBlocked = blocks.has(`${person} ${other}`);
  if (kind === 'unblock') return isBlocked;
  return mutuals.has(`${person} ${other}`) || (kind === 'block' && isBlocked);
}

/** Whether the place differs from that of the item. */
export function isElsewhere(item: ModelItem, place: ModelPlace): boolean {
  return place === 'top' ? item.parent !== null : place.item === null || place.item !== item.parent;
}

function parentAt({ facts }: EverybodysRights, place: ModelPlace): ModelItem | null {
  return place === 'top' ? null : (facts.items.get(place.item ?? '') ?? null);
}
