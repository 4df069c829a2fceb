let given = 0;

/** A phone number that nobody has yet on this worker's server, which its tests share. */
export function newPhone(): string {
  given += 1;
  return `+1555090${String(given).padStart(4, '0')}`;
}
