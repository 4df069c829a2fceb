import { page } from 'vitest/browser';

/** An entry of a menu, whose name goes on with its key and with why it cannot be chosen. */
export const menuEntry = (label: string, within: Pick<typeof page, 'getByRole'> = page) =>
  within.getByRole('menuitem', { name: new RegExp(`^${label}(?![a-z])`) });
