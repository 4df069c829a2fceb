import { ok } from '@foray/domain';
import { restoreFromServer } from '@foray/sync';
import { askServer, contextOf } from '../server/network.ts';
import { perform } from './perform.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount, SimulatedTab } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** Calls that people make themselves, outside of sync cycles: the trash, contacts, blocks, another name. */
export async function askOutsideRuns(
  world: World,
  { life }: SimulatedTab,
  opened: TabAccount,
  { kind, at, to }: Step,
): Promise<void> {
  const { profile, device } = opened;
  if (profile.isGuest) return;
  const context = contextOf(profile);
  if (kind === 'rename') {
    await askServer(world, profile, life, 'rename', context, (authority, caller) =>
      authority.rename(caller, `Name ${at}`),
    );
    return;
  }
  if (kind === 'block') {
    const other = world.people[at % world.people.length]?.id ?? 0;
    const leave = to % 4 === 2;
    if (leave) world.eventLog.noteLeaving(profile.user.id);
    await askServer(world, profile, life, 'block', context, async (authority, caller) =>
      ok(
        to % 4 === 0
          ? await authority.unblockContact(caller, other)
          : await authority.blockContact(caller, other, { leave }),
      ),
    );
    return;
  }
  if (kind === 'contacts') {
    const strangers = [at, at + 1].map((number) => `+4917000000${number % 10}`);
    const phones = [...world.people.map(({ phone }) => phone), ...strangers];
    const numbers = phones.filter((_, index) => (to >> index) % 2 === 0);
    await askServer(world, profile, life, 'contacts', context, async (authority, caller) =>
      ok(
        await authority.importContacts(
          caller,
          numbers.map((typed) => ({ typed, readings: [typed] })),
        ),
      ),
    );
    return;
  }
  const query = { limit: 1 + (to % 3) };
  const reply = await askServer(world, profile, life, 'trash', context, async (authority, caller) =>
    ok(await authority.trash(caller, query)),
  );
  if (reply.kind !== 'answer') return;
  const { data } = reply.body;
  const item = data[at % data.length];
  if (item === undefined) return;
  await perform(world, opened, { kind: 'restore', uuids: [item.uuid] }, () =>
    restoreFromServer(device, item),
  );
}
