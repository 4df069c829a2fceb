const start = '99999999-0000-4000-9000-';

/** The uuid of an item that exists on a device and that no server sent. */
export function inventedUuid(number: number): string {
  return start + String(number).padStart(12, '0');
}

/** Whether an item was never sent by a server. */
export function isInvented(uuid: string): boolean {
  return uuid.startsWith(start);
}
