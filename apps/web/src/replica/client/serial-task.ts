/**
 * Work that reads the newest state, done once at a time however often it is asked for: who asks while it
 * is under way shares one more turn after it, and never an answer from before they asked.
 */
export function serially(work: () => Promise<void>): () => Promise<void> {
  let turn: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  function ask(): Promise<void> {
    if (turn !== null) return (next ??= after(turn));
    turn = work().finally(() => {
      turn = null;
    });
    return turn;
  }
  async function after(before: Promise<void>): Promise<void> {
    // The caller of that turn receives its error.
    await before.catch(() => undefined);
    next = null;
    return ask();
  }
  return ask;
}
