import { itemTypes } from '@foray/domain';
import type { ScriptRun } from './script-run.ts';
import { searchTexts } from './script.ts';

/** Everything that the people of a script can read, streams in small pages. */
export async function readEverything({ authority, actors }: ScriptRun): Promise<unknown> {
  const answers: unknown[] = [];
  for (const userId of actors) {
    const caller = { userId };
    for (const type of itemTypes) {
      answers.push(await authority.list(caller, { type, page: 1 }));
      for (let since = 0, more = true; more;) {
        const page = await authority.delta(caller, { type, since, limit: 2 });
        answers.push(page);
        for (const { id } of page.ok ? page.value.data : []) {
          answers.push(await authority.itemActivity(caller, { id }, 1));
        }
        more = page.ok && page.value.more;
        since = page.ok ? page.value.cursor : since;
      }
    }
    for (const text of searchTexts) answers.push(await authority.search(caller, text));
    answers.push(await authority.changes(caller, { since: 0, limit: 3 }));
    for (let before: string | null | undefined; before !== null;) {
      const page = await authority.trash(caller, { limit: 1, ...(before && { before }) });
      answers.push(page);
      before = page.next ?? null;
    }
    answers.push(await authority.selfCheck(caller));
    answers.push(await authority.mutuals(caller));
    answers.push(await authority.blocked(caller));
    const campaigns = await authority.list(caller, { type: 'campaign', page: 1 });
    for (const { id } of campaigns.data) answers.push(await authority.activity(caller, { id }, 1));
  }
  return answers;
}
