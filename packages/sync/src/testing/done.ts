import type { ActionResult, DurableAction } from '../actions/action-unit.ts';

/** The outcome of an action that must succeed; otherwise the calling test fails. */
export async function done(action: ActionResult): Promise<DurableAction> {
  const result = await action;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
