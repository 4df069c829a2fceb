import type { Kept } from '@foray/sync';
import { plural, shortTitle, whenNeeded } from '../../format.ts';

const andList = whenNeeded(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }));

type Field = Kept['fields'][number];

const fieldNames: Readonly<Record<Field, string>> = {
  title: 'the title',
  description: 'the description',
  status: 'the status',
  assigned_to: 'the assignee',
  parent_uuid: 'the place',
  due_date: 'the due date',
  due_time: 'the due time',
  end_date: 'the end date',
  priority: 'the priority',
  labels: 'the labels',
  repeat: 'the repetition',
  repeat_from: 'the repetition',
  repeat_start: 'the repetition',
  occurrence_day: 'the due date',
};

/** 'the title stays', 'the title and the labels stay'. */
function stay(fields: readonly Field[]): string {
  const names = [...new Set(fields.map((field) => fieldNames[field]))];
  const isOne = names.length === 1 && fields[0] !== 'labels';
  return `${andList().format(names)} ${isOne ? 'stays' : 'stay'}`;
}

/** Undo and redo. */
export const undoing = {
  undoing: {
    said: {
      undo: (action: string) => `Undid: ${action}`,
      redo: (action: string) => `Redid: ${action}`,
    },
    nothing: { undo: 'Nothing to undo', redo: 'Nothing to redo' },
    not: { undo: 'Not undone', redo: 'Not redone' },
    partly: 'Undone, but not all of it',
    quoted: (title: string) => `“${shortTitle(title)}”`,
    several: (count: number) => plural(count, { one: 'item', other: 'items' }),
    kept: (fields: readonly Field[]) => `Changed since: ${stay(fields)}.`,
    itemKept: (title: string) => `Changed since: “${shortTitle(title)}” stays.`,
    severalKept: (count: number) =>
      `Changed since: ${plural(count, { one: 'item stays', other: 'items stay' })}.`,
    created: { campaign: 'Campaign created', task: 'Task created', todo: 'Todo created' },
    restored: {
      campaign: 'Campaign brought back',
      task: 'Task brought back',
      todo: 'Todo brought back',
    },
  },
};
