import { putPrivateRows } from '@foray/sync';
import { failIfUnexpected } from '../record/unexpected-failure.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

const kinds = ['setting', 'view'] as const;

/** Somebody changes or removes a row of their own: one of a few, so that devices meet. */
export async function changePrivateRow(
  world: World,
  { profile, device }: TabAccount,
  { at, to }: Step,
): Promise<void> {
  if (profile.browser.isLastRelease) return;
  const kind = kinds[at % kinds.length] ?? 'setting';
  const id = `r${to % 3}`;
  const change = world.privateRows.begin(profile, `${kind}/${id}`, to % 5 === 0);
  const { text } = change;
  const value = text === null ? null : { text };
  const put = await putPrivateRows(device, [{ kind, id, value }]);
  change.state = put.ok ? 'stored' : 'refused';
  world.trace.note(`${profile.number} private ${kind}/${id} ${text} ${put.ok}`);
  world.census.note('private row', put.ok ? (text === null ? 'removed' : 'put') : 'refused');
  if (!put.ok && typeof put.error === 'object') failIfUnexpected(put.error, world.fail);
}
