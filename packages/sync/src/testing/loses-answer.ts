import type { TestDevice } from './test-world.ts';

/** The next batch takes effect and its answer is lost. */
export async function losesAnswer(one: TestDevice): Promise<void> {
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
}
