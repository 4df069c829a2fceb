import type { BatchAnswer, BatchRequest } from '@foray/contract';
import type { Census } from '../record/census.ts';
import type { Trace } from '../record/trace.ts';

/** Counts the outcome of each command, by status and code. */
export function noteEntries(
  { census, trace }: { readonly census: Census; readonly trace: Trace },
  { requests }: BatchRequest,
  { results, delta }: BatchAnswer,
): void {
  if (delta !== undefined) census.note('call', 'batch', 'brings', 'changes');
  for (const [index, result] of results.entries()) {
    const request = requests[index];
    if (request === undefined) continue;
    const { method, url } = request;
    const command = `${method} ${url.replace(/[0-9a-f-]{36}/, '{id}').replace(/\d+$/, '{n}')}`;
    const body = 'body' in result ? result.body : null;
    const refused = body !== null && 'error' in body ? body.error.code : '';
    const code = 'code' in result ? result.code : refused;
    census.note('entry', command, result.status, code);
    trace.note(
      `  ${method} ${url} ${JSON.stringify(request.data ?? null)} ${result.status} ${code}`,
    );
  }
}

/** Whether a request is refused for its size under this key: one in sixteen is. */
export function isOversized({ id }: BatchRequest['requests'][number]): boolean {
  return id.endsWith('7');
}
