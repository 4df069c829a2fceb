import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The text of a call that takes long. */
export const takesLong = page.getByText(/^This takes longer than usual\./);

/**
 * Expects that a call says after ten seconds that it takes long, not before, and that Cancel aborts it.
 * `pass` lets time pass.
 */
export async function cancelLongWait(
  pass: (ms: number) => Promise<void>,
  cancel = page.getByRole('button', { name: 'Cancel', exact: true }),
): Promise<void> {
  await pass(9_900);
  await expect.element(takesLong).not.toBeInTheDocument();
  await pass(200);
  await expect.element(takesLong).toBeVisible();
  await cancel.click();
  await pass(0);
  await expect.element(takesLong).not.toBeInTheDocument();
}
