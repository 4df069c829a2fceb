import { importData, planImport, readDataFile } from '@foray/sync';
import { importedFile } from './imported-file.ts';
import { perform, type StepOutcome } from './perform.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** Items per transaction, so that an import of a few can be interrupted in between. */
const chunkItems = 2;

/** Somebody imports one of the files of the story, possibly a second time. */
export async function importFile(world: World, opened: TabAccount, { to }: Step): Promise<void> {
  const { device } = opened;
  const now = new Date(device.clock.nowMs()).toISOString();
  const pause = (): Promise<void> => world.clock.sleep(20);
  const file = await readDataFile(importedFile(to), now, pause);
  if (!file.ok) throw new Error(`a file cannot be read: ${file.error}`);
  const plan = await planImport(device, file.value, pause);
  world.census.note('import', plan.ok ? 'planned' : plan.error === 'first_sync' ? plan.error : '');
  if (!plan.ok) return;
  const { fresh } = plan.value;
  const uuids = fresh.map(({ uuid }) => uuid);
  world.imports.expect(fresh);
  const add = async (): StepOutcome => {
    const { kind } = await importData(device, plan.value, pause, undefined, chunkItems);
    world.census.note('import', kind);
    return { ok: kind === 'complete' };
  };
  await perform(world, opened, { kind: 'import', uuids }, add);
}
