import { priorities } from '@foray/domain';
import { editItem, labelItem, type PlainChange, type LocalItem } from '@foray/sync';
import { dayOf, labelOf, timeOf, valuesOf } from '../record/fields.ts';
import { perform } from './perform.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/**
 * Saves the text that a person typed over an item as it was shown. If the app says that another tab changed
 * the item meanwhile, half of the people, having seen that change, put theirs over it, and the others give
 * up.
 */
export async function saveEdit(
  world: World,
  opened: TabAccount,
  row: LocalItem,
  { to }: Step,
): Promise<void> {
  const { isLastRelease } = opened.profile.browser;
  const edit = known(editFor(world, row, to), isLastRelease);
  for (let shown = row, again = to % 2; again >= 0; again -= 1) {
    const action = {
      kind: 'text',
      uuids: [row.uuid],
      writes: writesOf(edit, shown),
      seen: valuesOf(shown),
    } as const;
    const saved = await perform(world, opened, action, () =>
      editItem(opened.device, row.uuid, edit, shown),
    );
    if (saved.ok || saved.error.code !== 'changed') return;
    shown = saved.error.item;
  }
}

/** New values for one to four fields; sometimes a field is emptied. */
function editFor(world: World, row: LocalItem, to: number): PlainChange {
  const { type, description, due_date, due_time } = row;
  const number = world.eventLog.actions.length;
  const isLess = to % 4 === 0;
  return {
    ...(to % 5 !== 1 && { title: `text ${number}` }),
    ...(to % 3 === 0 && { description: description !== null && isLess ? null : `about ${number}` }),
    ...(to % 5 <= 1 && { due_date: due_date !== null && isLess ? null : dayOf(number * 2) }),
    ...(to % 5 === 2 &&
      due_date !== null && { due_time: due_time !== null && isLess ? null : timeOf(number) }),
    ...(to % 10 === 1 && { due_time: timeOf(number) }),
    ...(to % 3 === 1 && {
      priority: isLess ? null : (priorities[number % priorities.length] ?? null),
    }),
    ...(type === 'campaign' && to % 7 < 3 && { end_date: dayOf(number * 2 + 1) }),
  };
}

/** The part of an edit that an app offers: the last release has no time and no priority. */
function known(edit: PlainChange, isLastRelease: boolean): PlainChange {
  const { due_time: _, priority: __, ...rest } = edit;
  return isLastRelease ? rest : edit;
}

/**
 * The values that an edit of the shown item writes: a date goes with its time, and without a date there is no
 * time.
 */
function writesOf(edit: PlainChange, shown: LocalItem): PlainChange {
  if (edit.due_date === undefined && edit.due_time === undefined) return edit;
  const { due_date = shown.due_date, due_time = shown.due_time } = edit;
  return { ...edit, due_date, due_time: due_date === null ? null : due_time };
}

/** Adds one or two labels to an item, or removes one that it shows. */
export async function changeLabels(
  world: World,
  opened: TabAccount,
  { uuid, labels: shown }: LocalItem,
  { at, to }: Step,
): Promise<void> {
  const isLess = to % 3 === 0 && shown.length > 0;
  const add = isLess ? [] : [labelOf(at), ...(to % 4 === 1 ? [labelOf(at + 2)] : [])];
  const remove = isLess ? [shown[at % shown.length] ?? ''] : [];
  const action = { kind: 'label', uuids: [uuid], labels: { add, remove } } as const;
  await perform(world, opened, action, () => labelItem(opened.device, uuid, action.labels));
}
