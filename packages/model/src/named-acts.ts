import type { ModelAct } from './acts.ts';

/** An act of a person, with the number of its key: acts of one person with the same key repeat or misuse it. */
export interface ModelStep {
  readonly person: string;
  readonly act: ModelAct;
  readonly key: string | null;
}

/** The step that creates an item by uuid, at the top level without a parent. */
export const make = (
  who: string,
  name: string,
  type: 'campaign' | 'task' | 'todo',
  parent: string | null,
  to: string | null,
  fields: Readonly<Record<string, string>> = {},
): ModelStep => ({
  person: who,
  key: null,
  act: {
    kind: 'create',
    item: name,
    type,
    assignee: to,
    fields,
    place: parent === null ? 'top' : { item: parent, by: 'uuid' },
  },
});

/** An edit of the title. */
export const edit = (item: string): ModelAct => ({
  kind: 'change',
  item,
  fields: { title: 'New' },
});

export const complete = (item: string): ModelAct => ({ kind: 'change', item, status: 'completed' });

export const assign = (item: string, assignee: string | null): ModelAct => ({
  kind: 'assign',
  item,
  assignee,
});

/** A move to the top level or under an item, perhaps with another assignee. */
export const move = (item: string, to: string, assignee?: string): ModelAct => ({
  kind: 'change',
  item,
  place: to === 'top' ? 'top' : { item: to, by: 'uuid' },
  ...(assignee !== undefined && { assignee }),
});

/** A delete of an item and of these below it. */
export const remove = (item: string, ...children: readonly string[]): ModelAct => ({
  kind: 'delete',
  item,
  children,
});

export const restore = (item: string): ModelAct => ({ kind: 'restore', item });

export const removePerson = (item: string, person: string): ModelAct => ({
  kind: 'removePerson',
  item,
  person,
});
