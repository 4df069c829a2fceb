/** The result of `read`; null if it throws, as for files that are missing or hidden from this user. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
