/**
 * Work that reads the newest state, run once at a time however often it is requested: requests during a run
 * share one more run after it, and never get a result from before they were made.
 */
export function serially(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  function ask(): Promise<void> {
    if (running !== null) return (next ??= after(running));
    running = work().finally(() => {
      running = null;
    });
    return running;
  }
  async function after(before: Promise<void>): Promise<void> {
    // The caller of that run receives its error.
    await before.catch(() => undefined);
    next = null;
    return ask();
  }
  return ask;
}
