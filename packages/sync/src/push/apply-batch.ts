import type { BatchAnswer, BatchResult } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { forgetFailures } from '../cycle/call-failure.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import { writeIsolated } from '../cycle/write-isolated.ts';
import { blockRequest } from '../queue/block.ts';
import type { FeedAnswer } from '../remote/positions.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { applyResults } from './apply-answers.ts';
import type { BatchEffects } from './apply-answers.ts';

/**
 * Applies the responses to a batch. A request whose response cannot be applied is blocked, and retried like
 * one at which the server failed.
 */
export async function applyBatch(
  cycle: CycleContext,
  send: readonly QueuedRequest[],
  reply: FeedAnswer<BatchAnswer>,
): Promise<BatchEffects> {
  const failedIds: string[] = [];
  const apply = (results: readonly BatchResult[]): Promise<BatchEffects> =>
    cycle.write(async (unit) => {
      await cycle.acceptAnswer(unit, reply);
      const applied = await applyResults(unit, results);
      await forgetFailures(unit, send);
      return applied;
    });
  const parts = await writeIsolated(cycle, reply.body.results, apply, async ({ id }) => {
    failedIds.push(id);
    await cycle.write(async (unit) => {
      const request = await unit.tx.request(id);
      if (request !== undefined) {
        await blockRequest(unit, request, { kind: 'server_errors', status: 0 });
      }
    });
  });
  return {
    moved: parts.reduce((sum, { moved }) => sum + moved, 0),
    orphanedUuids: parts.flatMap((part) => part.orphanedUuids),
    behind: new Set<ItemType>(parts.flatMap(({ behind }) => [...behind])),
    failedIds: [...failedIds, ...parts.flatMap((part) => part.failedIds)],
    earlyIds: parts.flatMap(({ earlyIds }) => earlyIds),
    ended: parts.find(({ ended }) => ended !== null)?.ended ?? null,
  };
}
