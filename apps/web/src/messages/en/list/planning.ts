import { plural } from '../../format.ts';

/** Today and Upcoming. */
export const planning = {
  planning: {
    today: 'Today',
    upcoming: 'Upcoming',
    plan: 'Plan',
    dueCount: (count: number) => `${plural(count, { one: 'item is', other: 'items are' })} due`,
  },
};
