/** The uuid with this number, for items of examples. */
export function slotUuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
