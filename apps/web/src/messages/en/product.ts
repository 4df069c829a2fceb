/** The product's name. */
export const product = 'Foray';

/** The three types of an item in the middle of a sentence. */
export const types = { campaign: 'campaign', task: 'task', todo: 'todo' } as const;
