import {
  dialogFields,
  emptyDraft,
  isEmptyDraft,
  itemOfDraft,
  quickAddFields,
  titleLine,
  titleState,
} from './item-draft.ts';
import type { ItemFormDraft } from './item-draft.ts';

const full: ItemFormDraft = {
  type: 'todo',
  title: 'Call',
  description: 'about the roof',
  due_date: '2026-03-04',
  end_date: '2026-05-06',
  assigned_to: 3,
};

test('[QADD-02] quick-add sends the description of a campaign or task, the due date of a task, the end date of a campaign, the assignee of a task or todo', () => {
  const sent = (type: ItemFormDraft['type']) =>
    itemOfDraft({ ...full, type }, quickAddFields, null);
  expect(sent('campaign')).toEqual({
    type: 'campaign',
    title: 'Call',
    description: 'about the roof',
    end_date: '2026-05-06',
  });
  expect(sent('task')).toEqual({
    type: 'task',
    title: 'Call',
    description: 'about the roof',
    due_date: '2026-03-04',
    assigned_to: 3,
  });
  expect(sent('todo')).toEqual({ type: 'todo', title: 'Call', assigned_to: 3 });
});

test('[DIALOG-02] the dialog sends due_date only for a task or todo, end_date only for a campaign, and the assignee as a number', () => {
  const sent = (type: ItemFormDraft['type']) =>
    itemOfDraft({ ...full, type }, dialogFields, 'parent');
  const common = {
    title: 'Call',
    description: 'about the roof',
    assigned_to: 3,
    parent_uuid: 'parent',
  };
  expect(sent('campaign')).toEqual({ type: 'campaign', ...common, end_date: '2026-05-06' });
  expect(sent('task')).toEqual({ type: 'task', ...common, due_date: '2026-03-04' });
  expect(sent('todo')).toEqual({ type: 'todo', ...common, due_date: '2026-03-04' });
});

test('empty fields are not sent', () => {
  expect(itemOfDraft({ ...emptyDraft('task'), title: 'A' }, dialogFields, null)).toEqual({
    type: 'task',
    title: 'A',
  });
});

test('a draft is empty until something is typed or chosen', () => {
  expect(isEmptyDraft(emptyDraft('campaign'))).toBe(true);
  expect(isEmptyDraft({ ...emptyDraft('task'), title: '  ' })).toBe(true);
  expect(isEmptyDraft({ ...emptyDraft('task'), assigned_to: 1 })).toBe(false);
});

test('the rule for titles counts the characters that would be stored', () => {
  expect(titleState('   ')).toBe('empty');
  expect(titleState(` ${'x'.repeat(255)} `)).toBe('ok');
  expect(titleState('x'.repeat(256))).toBe('tooLong');
  expect(titleLine('one\r\ntwo\tthree')).toBe('one two three');
});
