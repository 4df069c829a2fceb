import type { ModelAct } from './acts.ts';
import { withoutAccount } from './account-end.ts';
import { deleted, restored } from './deletes.ts';
import { isSamplePerson, withItems } from './facts.ts';
import type { ActEffect, ModelDecision, ModelEntry, ModelFacts, ModelItem } from './facts.ts';
import type { RequiredAnswer, Told } from './facts.ts';
import { moved } from './moves.ts';
import { actedOnOccurrence } from './occurrences.ts';
import { isRepeating, withDate } from './repeat-days.ts';
import { EverybodysRights } from './everybodys-rights.ts';
import { rollUp } from './roll-up.ts';
import { isElsewhere, refusalOf } from './verdicts.ts';

type ActOf<Kind extends ModelAct['kind']> = ModelAct & { readonly kind: Kind };
type Items = ReadonlyMap<string, ModelItem>;
/** The required answer to an act of a person, and the required state afterwards. */
export function decide(facts: ModelFacts, person: string, act: ModelAct): ModelDecision {
  const rights = new EverybodysRights(facts);
  const refused = facts.ended.has(person)
    ? { status: 401, code: 'unauthenticated' }
    : refusalOf(rights, person, act);
  if (refused !== null) return { answer: refused, facts, notices: [], entries: [] };
  const effect = effectOf(rights, person, act);
  const isChanged = effect.facts !== facts;
  return decisionAfter(
    rights,
    person,
    { status: statusOf(act, isChanged), changes: isChanged },
    effect,
  );
}

/** The decision about an act that led to these facts: with everybody who is notified of it. */
export function decisionAfter(
  rights: EverybodysRights,
  person: string,
  answer: RequiredAnswer,
  { facts, told = [], entries = [] }: ActEffect,
): ModelDecision {
  const after = new EverybodysRights(facts);
  const logged = entries.map(({ campaign, ...entry }): ModelEntry => ({
    ...entry,
    campaign: campaign === undefined ? campaignOf(after.root(after.item(entry.item))) : campaign,
  }));
  if (facts === rights.facts) return { answer, facts, notices: [], entries: logged };
  const notices = noticesOf(after, person, [...told, ...removedFrom(rights, facts)]);
  return { answer, facts: withSight(facts), notices, entries: logged };
}

function statusOf(act: ModelAct, isChanged: boolean): RequiredAnswer['status'] {
  if (act.kind === 'create') return isChanged ? 201 : 200;
  return ['delete', 'block', 'unblock', 'removeContact', 'leave'].includes(act.kind) ? 204 : 200;
}

function effectOf(rights: EverybodysRights, person: string, act: ModelAct): ActEffect {
  switch (act.kind) {
    case 'create':
      return created(rights, person, act);
    case 'change':
      return changedOrDone(rights, person, act);
    case 'assign':
      return changed(rights, person, { ...act, kind: 'change' });
    case 'label':
      return labelled(rights, person, act);
    case 'place': {
      const item = rights.item(act.item);
      const { position } = act;
      if (item.parent === null || (item.fields['position'] ?? null) === position) {
        return { facts: rights.facts };
      }
      const fields = { ...item.fields, position };
      return { facts: withItems(rights.facts, [{ ...item, fields }]) };
    }
    case 'occurrence':
      return actedOnOccurrence(rights.facts, person, act);
    case 'delete':
      return { facts: deleted(rights, act.item, act.children ?? []) };
    case 'restore':
      return { facts: restored(rights.facts, person, act.item) };
    case 'removePerson': {
      const held = rights
        .tree(rights.item(act.item))
        .filter(({ assignee }) => assignee === act.person);
      return {
        facts: withItems(
          rights.facts,
          held.map((row) => ({ ...row, assignee: null })),
        ),
      };
    }
    case 'block':
    case 'unblock':
    case 'removeContact':
      return { facts: withContact(rights.facts, person, act) };
    case 'leave':
      return { facts: withoutAccount(rights, person) };
  }
}

function created(rights: EverybodysRights, person: string, act: ActOf<'create'>): ActEffect {
  const { facts } = rights;
  if (facts.items.has(act.item)) return { facts };
  const { item: key, type, place, assignee = null, status = 'pending', fields = {} } = act;
  const parent = place === 'top' ? null : place.item;
  const born = { isLiving: true, isErased: false, deletion: null, n: 1, done: 0 } as const;
  const { repeat, due_date } = fields;
  const started = repeat !== undefined && { repeat_from: 'due', repeat_start: due_date };
  const made: ModelItem = {
    key,
    type,
    owner: person,
    assignee,
    parent,
    status,
    ...born,
    copies: new Map(),
    fields: { title: key, ...started, ...fields },
  };
  const items = rollUp(new Map(facts.items).set(key, made), parent, { kind: 'added', status });
  const root = parent === null ? made : rights.root(rights.item(parent));
  return { facts: { ...facts, items }, told: toldOfAssignment(assignee, root.owner) };
}

/** The status completed completes the current occurrence of an item that repeats, after the other changes. */
function changedOrDone(
  rights: EverybodysRights,
  person: string,
  { status, ...others }: ActOf<'change'>,
): ActEffect {
  const item = rights.item(others.item);
  const isDone = status === 'completed' && item.status !== 'completed' && isRepeating(item);
  if (!isDone) return changed(rights, person, { ...others, ...(status && { status }) });
  const first = changed(rights, person, others);
  const completion = { kind: 'occurrence', item: item.key, act: 'complete', n: item.n } as const;
  const then = actedOnOccurrence(first.facts, person, completion);
  return {
    facts: then.facts,
    told: [...(first.told ?? []), ...(then.told ?? [])],
    entries: [...(first.entries ?? []), ...(then.entries ?? [])],
  };
}

function changed(rights: EverybodysRights, person: string, act: ActOf<'change'>): ActEffect {
  const { facts } = rights;
  const item = rights.item(act.item);
  const isMoved = act.place !== undefined && isElsewhere(item, act.place);
  const edits = Object.entries(act.fields ?? {}).filter(
    ([name, value]) => (item.fields[name] ?? null) !== value,
  );
  const next = withDate(item, {
    ...item,
    ...(isMoved && act.place !== undefined && { parent: placeName(act.place) }),
    assignee: act.assignee === undefined ? item.assignee : act.assignee,
    status: act.status ?? item.status,
    // It has no place among its new siblings.
    fields: { ...item.fields, ...Object.fromEntries(edits), ...(isMoved && { position: null }) },
  });
  const isReassigned = next.assignee !== item.assignee;
  const isOther = next.status !== item.status;
  if (!isMoved && !isReassigned && !isOther && edits.length === 0) return { facts };

  const placed = isMoved
    ? moved(rights, person, next)
    : { facts: withItems(facts, [next]), left: [] };
  const after = new EverybodysRights(placed.facts);
  const [from, to] = [rights.root(item), after.root(after.item(item.key))];
  const { items: unrolled } = placed.facts;
  const change = { kind: 'status', before: item.status, after: next.status } as const;
  const items = isMoved
    ? rolledMove(unrolled, item, placed.left)
    : isOther
      ? rollUp(unrolled, item.parent, change)
      : unrolled;
  const told: Told[] = isReassigned ? toldOfAssignment(next.assignee, to.owner) : [];
  if (isOther && next.status === 'completed') told.push([item.owner, 'completed']);
  else if (isOther && item.status === 'completed') told.push([item.owner, 'reopened']);

  const [old, now] = [campaignOf(from), campaignOf(to)];
  const sides = old === now ? [old] : [old, now].filter((side) => side !== null);
  const former = Object.fromEntries(edits.map(([name]) => [name, loggedValue(item.fields[name])]));
  const stayed = placed.left.filter(({ isLiving }) => isLiving);
  const entries: ModelEntry[] = [
    ...(edits.length > 0 ? [{ campaign: now, item: item.key, what: former }] : []),
    ...(isMoved ? sides : []).map((side) => entryOfMove(side, item)),
    ...stayed.map((row) => entryOfMove(old, row)),
  ];
  return { facts: { ...placed.facts, items }, told, entries };
}

function labelled(rights: EverybodysRights, person: string, act: ActOf<'label'>): ActEffect {
  const { item, add, remove = [] } = act;
  const labels = (rights.item(item).fields['labels'] ?? []) as readonly string[];
  const fold = (label: string): string => label.toLowerCase();
  const kept = labels.filter((label) => !remove.map(fold).includes(fold(label)));
  const added = add.filter((label) => !kept.map(fold).includes(fold(label)));
  if (added.length === 0 && kept.length === labels.length) return { facts: rights.facts };
  const fields = { labels: [...kept, ...added] };
  return changed(rights, person, { kind: 'change', item, fields });
}

/** The former parent, what stayed behind, the item that lost it, and the new parent, in this order. */
function rolledMove(unrolled: Items, item: ModelItem, left: readonly ModelItem[]): Items {
  let items = rollUp(unrolled, item.parent, { kind: 'removed' });
  const stayed = left.filter(({ isLiving }) => isLiving);
  for (const { status } of stayed) items = rollUp(items, item.parent, { kind: 'added', status });
  if (stayed.length > 0) items = rollUp(items, item.key, { kind: 'removed' });
  const { parent, status } = items.get(item.key) ?? item;
  return rollUp(items, parent, { kind: 'added', status });
}

function withContact(
  facts: ModelFacts,
  person: string,
  { kind, person: other }: ActOf<'block' | 'unblock' | 'removeContact'>,
): ModelFacts {
  const pair = `${person} ${other}`;
  if (kind === 'block' && facts.blocks.has(pair)) return facts;
  const blocks = new Set(facts.blocks);
  if (kind === 'block') blocks.add(pair);
  if (kind === 'unblock') blocks.delete(pair);
  const mutuals = new Set(facts.mutuals);
  if (kind !== 'unblock') for (const one of [pair, `${other} ${person}`]) mutuals.delete(one);
  return { ...facts, blocks, mutuals };
}

/** A value as the history keeps it: labels as one text, nothing for empty. */
function loggedValue(value: unknown): unknown {
  return (Array.isArray(value) ? value.join(', ') : value) || null;
}

/** The assignee is notified, and the owner of the root when others assign. */
function toldOfAssignment(assignee: string | null, rootOwner: string): Told[] {
  if (assignee === null) return [];
  const own: Told = [assignee, 'assigned'];
  return assignee === rootOwner ? [own] : [own, [rootOwner, 'assigned_other']];
}

/** The people who lost sight of a living item on which they had more than the right to see it. */
function removedFrom(before: EverybodysRights, facts: ModelFacts): readonly Told[] {
  const after = new EverybodysRights(facts);
  return [...facts.people].flatMap((person): Told[] => {
    const seen = after.sight(person);
    const isLost = (name: string) =>
      facts.items.get(name)?.isLiving === true &&
      before.rightOn(person, name) !== 'view' &&
      !seen.has(name);
    return [...before.sight(person)].some(isLost) ? [[person, 'removed']] : [];
  });
}

/**
 * Nobody is notified of their own acts, or of those of a person from whom a block separates them.
 */
function noticesOf(
  after: EverybodysRights,
  person: string,
  told: readonly Told[],
): readonly string[] {
  const heard = told.filter(
    ([who]) => who !== person && !isSamplePerson(who) && !after.areParted(who, person),
  );
  return [...new Set(heard.map(([who, kind]) => `${who} ${kind}`))];
}

function withSight(facts: ModelFacts): ModelFacts {
  const rights = new EverybodysRights(facts);
  const seen = [...facts.people].flatMap((person) =>
    [...rights.sight(person)].map((name) => `${person} ${name}`),
  );
  return { ...facts, everSeen: new Set([...facts.everSeen, ...seen]) };
}

function placeName(place: Exclude<ActOf<'change'>['place'], undefined>): string | null {
  return place === 'top' ? null : place.item;
}

function campaignOf({ key, type }: ModelItem): string | null {
  return type === 'campaign' ? key : null;
}

function entryOfMove(campaign: string | null, { key }: ModelItem): ModelEntry {
  return { campaign, item: key, what: 'moved' };
}
