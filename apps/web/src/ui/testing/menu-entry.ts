import { page } from 'vitest/browser';

/** An entry of a menu, whose name continues with its key and the reason why it is disabled. */
export const menuEntry = (label: string, within: Pick<typeof page, 'getByRole'> = page) =>
  within.getByRole('menuitem', { name: new RegExp(`^${label}(?![a-z])`) });
