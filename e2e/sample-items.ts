import type { GuestItem } from './guest.ts';

const longTitle =
  `Plan ${'the very long journey to the other side of the mountains and '.repeat(4)}`
    .slice(0, 254)
    .trim();
/** The maximum length of a title, without a place to break it. */
export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  .repeat(5)
  .slice(0, 255);

const today = new Date().toISOString().slice(0, 10);
const repeating = {
  type: 'todo',
  title: 'Feed the sourdough',
  due_time: '08:00',
  repeat: 'FREQ=MONTHLY;BYDAY=-1FR',
  priority: 'medium',
  labels: ['home'],
} as const;

/**
 * Items of every type and state: late, due today, done, running, assigned, nested, repeating with past
 * occurrences, and with the longest titles and labels.
 */
export const sampleItems: readonly GuestItem[] = [
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
  {
    type: 'todo',
    title: 'Pay the rent',
    due_date: today,
    due_time: '17:30',
    priority: 'high',
    labels: ['flat', 'money', longWord.slice(0, 40)],
  },
  { ...repeating, due_date: today, occurrence: 2 },
  { ...repeating, due_date: '2020-01-31', status: 'completed', copyOf: 11 },
  {
    type: 'todo',
    title: 'Water the plants',
    status: 'completed',
    due_date: today,
    completed_at: new Date().toISOString(),
  },
];
