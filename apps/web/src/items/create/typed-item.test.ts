import { dialogFields, emptyDraft, quickAddFields } from '../fields/item-draft.ts';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';
import { itemOfReading, readKinds } from './typed-item.ts';

test('[TYPE-09] words are recognised for every field that an item of the type has', () => {
  const kindsOf = (type: 'campaign' | 'todo', parent: string | null) =>
    [...readKinds(emptyDraft(type), quickAddFields, parent)].toSorted();
  const all = ['assignee', 'campaign', 'date', 'label', 'priority', 'repeat', 'time'];
  expect(kindsOf('todo', null)).toEqual(all);
  expect(kindsOf('todo', 'parent')).toEqual(all.filter((kind) => kind !== 'campaign'));
  // A campaign has no time.
  expect(kindsOf('campaign', null)).toEqual(['assignee', 'date', 'label', 'priority']);
});

test('[TYPE-08] words are not recognised for fields filled in by hand, but they are for fields that are not shown', () => {
  const todo = {
    ...emptyDraft('todo'),
    due_date: '2030-01-05',
    due_time: '17:00',
    repeat: 'FREQ=DAILY',
    priority: 'low',
    assigned_to: 2,
  } as const;
  const kindsOf = (draft: ItemFormDraft, fields: OfferedFields, parent: string | null) =>
    [...readKinds(draft, fields, parent)].toSorted();
  expect(kindsOf(todo, dialogFields, 'parent')).toEqual(['label']);
  const inQuickAdd = ['date', 'label', 'priority', 'repeat', 'time'];
  expect(kindsOf(todo, quickAddFields, 'parent')).toEqual(inQuickAdd);
  const campaign = { ...emptyDraft('campaign'), end_date: '2030-01-05' };
  const ofCampaign = ['assignee', 'label', 'priority'];
  expect(kindsOf(campaign, quickAddFields, null)).toEqual(ofCampaign);
});

test('[TYPE-09] a recognised date becomes the end date of a campaign, and the due date of any other item', () => {
  const place = { start: 0, end: 1, text: '' };
  const reading = {
    title: 'Call',
    due: '2026-11-28',
    tokens: [
      { ...place, kind: 'date', value: '2026-11-28' },
      { ...place, kind: 'priority', value: 'high' },
      { ...place, kind: 'assignee', value: 2 },
      { ...place, kind: 'campaign', value: 'kitchen' },
      { ...place, kind: 'label', value: 'home' },
      { ...place, kind: 'label', value: 'roof' },
    ],
  } as const;
  const read = {
    title: 'Call',
    priority: 'high',
    assigned_to: 2,
    parent_uuid: 'kitchen',
    labels: ['home', 'roof'],
  };
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

test('[TYPE-13] times and labels are recognised and set, but a campaign takes no time', () => {
  const kindsOf = (type: ItemFormDraft['type']) =>
    readKinds(emptyDraft(type), quickAddFields, null);
  expect(kindsOf('task').has('time')).toBe(true);
  expect(kindsOf('campaign').has('time')).toBe(false);
  expect(kindsOf('campaign').has('label')).toBe(true);
  const place = { start: 0, end: 1, text: '' };
  const tokens = [
    { ...place, kind: 'time', value: '17:00' },
    { ...place, kind: 'label', value: 'home' },
    { ...place, kind: 'label', value: 'roof' },
  ] as const;
  const read = itemOfReading(
    { type: 'todo', title: '' },
    { title: 'Call', due: '2026-11-28', tokens },
  );
  expect(read).toEqual({
    type: 'todo',
    title: 'Call',
    due_date: '2026-11-28',
    due_time: '17:00',
    labels: ['home', 'roof'],
  });
});

test('[TYPE-14] a rule is recognised and set, but a campaign does not repeat', () => {
  const kindsOf = (type: ItemFormDraft['type']) =>
    readKinds(emptyDraft(type), quickAddFields, null);
  expect(kindsOf('todo').has('repeat')).toBe(true);
  expect(kindsOf('campaign').has('repeat')).toBe(false);
  const first = { first: '2026-11-27', isStartTyped: false };
  const value = { rule: 'FREQ=DAILY', from: 'completion', ...first } as const;
  const tokens = [{ start: 0, end: 1, text: '', kind: 'repeat', value }] as const;
  const reading = { title: 'Water plants', due: '2026-11-27', tokens };
  expect(itemOfReading({ type: 'todo', title: '' }, reading)).toEqual({
    type: 'todo',
    title: 'Water plants',
    due_date: '2026-11-27',
    repeat: 'FREQ=DAILY',
    repeat_from: 'completion',
  });
});
