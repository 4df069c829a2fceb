/**
 * Blocks every other read and write of the database `name` by a transaction, as while another tab stores a
 * lot. Resolves, once it has begun, with a function that ends it.
 */
export async function holdDatabase(name: string): Promise<() => void> {
  const holder = new Worker(new URL('./database-holder.ts', import.meta.url), {
    type: 'module',
    name,
  });
  await new Promise((resolve, reject) => {
    holder.onmessage = resolve;
    holder.onerror = reject;
  });
  return () => holder.terminate();
}
