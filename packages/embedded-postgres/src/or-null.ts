/** What `read` returns; null where it throws, as for what does not exist or is hidden from this user. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
