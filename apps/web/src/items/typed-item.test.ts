import { expect, test } from 'vitest';
import { dialogFields, emptyDraft, quickAddFields } from './item-draft.ts';
import { itemOfReading, readKinds } from './typed-item.ts';

test('[TYPE-09] words are read for every field that an item of the type has', () => {
  const kindsOf = (type: 'campaign' | 'todo', parent: string | null) => [
    ...readKinds(emptyDraft(type), quickAddFields(type), parent),
  ];
  expect(kindsOf('todo', null)).toEqual(['date', 'priority', 'assignee', 'campaign']);
  expect(kindsOf('todo', 'parent')).toEqual(['date', 'priority', 'assignee']);
  expect(kindsOf('campaign', null)).toEqual(['date', 'priority', 'assignee']);
});

test('[TYPE-08] words are not read for what is filled in by hand, but for a field that is not shown', () => {
  const todo = {
    ...emptyDraft('todo'),
    due: '2030-01-05',
    priority: 'low',
    assignee: '2',
  } as const;
  expect([...readKinds(todo, dialogFields('todo'), 'parent')]).toEqual([]);
  expect([...readKinds(todo, quickAddFields('todo'), 'parent')]).toEqual(['date', 'priority']);
  const campaign = { ...emptyDraft('campaign'), end: '2030-01-05' };
  expect([...readKinds(campaign, quickAddFields('campaign'), null)]).toEqual([
    'priority',
    'assignee',
  ]);
});

test('[TYPE-09] what was read is set: the end date of a campaign, the due date of anything else', () => {
  const place = { start: 0, end: 1, text: '' };
  const reading = {
    title: 'Call',
    due: '2026-11-28',
    tokens: [
      { ...place, kind: 'date', value: '2026-11-28' },
      { ...place, kind: 'priority', value: 'high' },
      { ...place, kind: 'assignee', value: 2 },
      { ...place, kind: 'campaign', value: 'kitchen' },
    ],
  } as const;
  const read = { title: 'Call', priority: 'high', assigned_to: 2, parent_uuid: 'kitchen' };
  expect(itemOfReading({ type: 'todo', title: 'Call tomorrow' }, reading)).toEqual({
    ...read,
    type: 'todo',
    due_date: '2026-11-28',
  });
  expect(itemOfReading({ type: 'campaign', title: 'Call tomorrow' }, reading)).toEqual({
    ...read,
    type: 'campaign',
    end_date: '2026-11-28',
  });
  const plain = { type: 'todo', title: 'Two  spaces' } as const;
  expect(itemOfReading(plain, { title: 'Two spaces', due: null, tokens: [] })).toBe(plain);
});
