import { product } from '../../product.ts';

/** The three types of an item in the middle of a sentence. */
export const types = { campaign: 'campaign', task: 'task', todo: 'todo' } as const;

/** Words of the first screen and of many others. */
export const common = {
  product,
  close: 'Close',
  error: 'Error',
  types,
  counter: (length: number, max: number) => `${length}/${max}`,
  counterSpoken: (length: number, max: number) => `${length} of ${max} characters`,
};
