import type { SeedItem } from './seed.ts';

const longTitle =
  `Plan ${'the very long journey to the other side of the mountains and '.repeat(4)}`
    .slice(0, 254)
    .trim();
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(5).slice(0, 255);

/** Items of every type and state: late, done, running, assigned, nested, and with the longest titles. */
export const sampleItems: readonly SeedItem[] = [
  {
    type: 'campaign',
    title: 'Cross the Alps',
    description: `On foot, with a tent. ${longWord}`,
    status: 'in_progress',
    end_date: '2020-01-01',
  },
  { type: 'task', title: 'Pack', parent: 0, status: 'in_progress', due_date: '2020-01-01' },
  { type: 'todo', title: 'Buy boots', parent: 1, status: 'completed' },
  { type: 'todo', title: 'Buy a tent', parent: 1, due_date: '2020-01-01' },
  { type: 'task', title: longTitle, parent: 0, due_date: '2999-12-31' },
  { type: 'campaign', title: longWord, description: longWord },
  { type: 'task', title: longWord, due_date: '2020-01-01' },
  { type: 'todo', title: longTitle, status: 'in_progress', due_date: '2020-01-01' },
  { type: 'todo', title: longWord },
  { type: 'todo', title: 'Call Ada', status: 'completed', completed_at: new Date().toISOString() },
];
