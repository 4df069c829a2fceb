const kinds: ReadonlySet<string> = new Set(['new_device', 'wrong_codes', 'number_changed']);

/** Whether a kind of notification is of what was done with the reader's own account: others never push it out. */
export function isAccountNotice(kind: string): boolean {
  return kinds.has(kind);
}
