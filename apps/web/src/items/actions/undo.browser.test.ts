import { localItem } from '@foray/sync/testing';
import type { ClientActions } from '../../replica/index.ts';
import { clearToast, currentToast } from '../../ui/layers/toast.ts';
import { undoByKey, undoFromToast } from './undo.ts';

type Outcome = Awaited<ReturnType<ClientActions['undo']>>;

const item = localItem(1, { type: 'todo', title: 'Rope' });
const done = { kind: 'done', what: 'updated', item, count: 1 } as const;

/** The texts after an undo, by key and from a message. */
async function saidAfter(outcome: Outcome) {
  const actions = { undo: async () => outcome, redo: async () => outcome } as ClientActions;
  const said = [];
  for (const run of [() => undoByKey(actions, 'undo'), () => undoFromToast(actions, item)]) {
    clearToast();
    await run();
    const { title, description = null } = currentToast() ?? { title: null };
    said.push([title, description]);
  }
  clearToast();
  return said;
}

const nothing = [null, null];
const notUndone = (text: string) => Array(2).fill(['Not undone', text]);

test('[UNDO-04] a field that undo leaves because it was changed since is named', async () => {
  expect(await saidAfter({ ...done, kept: [{ item, fields: ['due_date'] }] })).toEqual([
    ['Undid: Todo updated', '“Rope”. Changed since: the due date stays.'],
    ['Undone, but not all of it', 'Changed since: the due date stays.'],
  ]);
  const kept = [{ item, fields: ['title', 'assigned_to', 'status'] }] as const;
  const text = 'Changed since: the title, the assignee and the status stay.';
  expect(await saidAfter({ kind: 'changed', count: 1, kept })).toEqual(notUndone(text));
  const labels = [{ item, fields: ['labels'] }] as const;
  expect(await saidAfter({ kind: 'changed', count: 1, kept: labels })).toEqual(
    notUndone('Changed since: the labels stay.'),
  );
  const whole = [{ item, fields: [] }];
  expect(await saidAfter({ kind: 'changed', count: 1, kept: whole })).toEqual(
    notUndone('Changed since: “Rope” stays.'),
  );
});

test('[UNDO-04] several items that undo leaves are named or counted', async () => {
  const kept = [{ item, fields: ['title'] }] as const;
  const several = { ...done, what: 'created', count: 5 } as const;
  expect(await saidAfter({ ...several, kept: [] })).toEqual([
    ['Undid: Todo created', '5 items'],
    nothing,
  ]);
  expect(await saidAfter({ ...several, kept })).toEqual([
    ['Undid: Todo created', '4 items. Changed since: “Rope” stays.'],
    ['Undone, but not all of it', 'Changed since: “Rope” stays.'],
  ]);
  const two = [...kept, ...kept];
  expect(await saidAfter({ kind: 'changed', count: 2, kept: two })).toEqual(
    notUndone('Changed since: 2 items stay.'),
  );
});

test('an undo by key names the undone action, and an undo from a toast adds no toast', async () => {
  for (const [what, title] of [
    ['created', 'Todo created'],
    ['updated', 'Todo updated'],
    ['assigned', 'Todo assigned'],
    ['deleted', 'Todo deleted'],
    ['restored', 'Todo brought back'],
  ] as const) {
    const said = [[`Undid: ${title}`, '“Rope”'], nothing];
    expect(await saidAfter({ ...done, what, kept: [] })).toEqual(said);
  }
});

test('an action that could not be undone is reported as an error, with the reason if known', async () => {
  const failed = { kind: 'failed', item, code: 'store' } as const;
  const text = 'Failed to update the todo. Please try again.';
  expect(await saidAfter(failed)).toEqual(Array(2).fill(['Error', text]));
  expect(await saidAfter({ ...failed, code: 'not_found' })).toEqual(
    Array(2).fill(['Error', 'This item is not here any more.']),
  );
  expect(await saidAfter({ kind: 'nothing' })).toEqual(Array(2).fill(['Nothing to undo', null]));
});
