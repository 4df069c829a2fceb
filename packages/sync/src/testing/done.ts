import type { Result } from '@foray/domain';
import type { ActionFailure, DurableAction } from '../actions/action-unit.ts';

/** The outcome of an action that must succeed; otherwise the calling test fails. */
export async function done<D extends DurableAction>(
  action: Promise<Result<D, ActionFailure>>,
): Promise<D> {
  const result = await action;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
