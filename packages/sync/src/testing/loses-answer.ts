import type { TestDevice } from './test-world.ts';

/** The next batch takes effect and its answer is lost. */
export async function losesAnswer(one: TestDevice): Promise<void> {
  await one.runsWith((call) => (call === 'batch' ? 'answer_lost' : 'none'), 'sync_now');
}
