import { occurrenceUuid } from '@foray/domain';
import { inStep, task } from './restored-backup.ts';

/** The fields of a task that repeats every day, for longer than any test. */
export const daily = { due_date: '2026-01-01', repeat: 'FREQ=DAILY;UNTIL=20991231' };
/** The copy of the task's first occurrence. */
export const copy = occurrenceUuid(task, 1);
/** The time zone of its people. */
export const zone = 'UTC';

/** Two devices on which the task of `inStep` repeats every day. */
export async function repeating() {
  const scene = await inStep();
  await scene.world.server.change(task, daily);
  for (const device of [scene.one, scene.two]) await device.engine.run('sync_now');
  return scene;
}
