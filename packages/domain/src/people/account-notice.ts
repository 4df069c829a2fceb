const kinds: ReadonlySet<string> = new Set(['new_device', 'wrong_codes', 'number_changed']);

/**
 * Whether a kind of notification is about the reader's own account: those caused by others never push it out.
 */
export function isAccountNotice(kind: string): boolean {
  return kinds.has(kind);
}
