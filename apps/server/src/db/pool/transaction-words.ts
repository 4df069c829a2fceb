/** Whether a statement begins a transaction, as Kysely writes it. */
export function beginsTransaction(text: string): boolean {
  return /^(begin|start transaction)\b/.test(text);
}
