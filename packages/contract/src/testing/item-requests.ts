import { parseItemRequest } from '../requests/item-request.ts';
import type { ItemCommand } from '../items/command.ts';

/** The uuid of an item, and of another one. */
export const uuid = '0190a5b2-3c4d-7e8f-9a0b-1c2d3e4f5a6b';
export const otherUuid = '0190a5b2-3c4d-7e8f-9a0b-000000000001';

/** The command of a request that must be accepted. */
export function accepted(method: string, url: string, data?: unknown): ItemCommand {
  const parsed = parseItemRequest(method, url, data);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/** The error of a request that must be refused. */
export function refused(method: string, url: string, data?: unknown) {
  const parsed = parseItemRequest(method, url, data);
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`);
  const { code, fields } = parsed.error;
  return { code, fields };
}

/** The error that names these fields. */
export function invalid(fields: Record<string, string>) {
  return { code: 'invalid', fields };
}
