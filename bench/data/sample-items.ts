import type { Item } from '@foray/domain';

const words = 'anchor berth cargo delta ember fjord galley harbour inlet jetty keel lagoon'.split(
  ' ',
);

/** `count` todos under `parent`, always the same ones, with titles of four words and a number. */
export function sampleItems(count: number, parent: string | null = null): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    const word = (step: number) => words[(index * step + step) % words.length];
    return {
      id: 10_000_000 + index,
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      type: 'todo',
      title: `${word(1)} ${word(5)} ${word(7)} ${word(11)} ${index}`,
      description: index % 4 === 0 ? `bring the ${word(3)} to the ${word(2)}` : null,
      status: 'pending',
      user_id: 1000,
      assigned_to: null,
      parent_id: parent === null ? null : 9_999_999,
      parent_uuid: parent,
      due_date: null,
      due_time: null,
      repeat: null,
      repeat_from: null,
      repeat_start: null,
      occurrence_day: null,
      end_date: null,
      priority: null,
      created_at: at,
      updated_at: at,
      completed_at: null,
      labels: [],
      position: null,
      occurrence: 1,
      occurrence_of: null,
      repeat_done: null,
    } satisfies Item;
  });
}

/** The same items, planned: each has a due date, a third labels, a fifth a time, and a tenth repeats. */
export function plannedItems(count: number): Item[] {
  return sampleItems(count).map((item, index) => {
    const due = new Date(Date.UTC(2026, 0, 1 + (index % 400))).toISOString().slice(0, 10);
    const repeats = index % 10 === 0;
    return {
      ...item,
      due_date: due,
      due_time: index % 5 === 0 ? '17:00' : null,
      labels: index % 3 === 0 ? [words[index % words.length] ?? '', 'home'] : [],
      priority: index % 7 === 0 ? 'high' : null,
      repeat: repeats ? 'FREQ=WEEKLY;BYDAY=MO,FR' : null,
      repeat_from: repeats ? 'due' : null,
      repeat_start: repeats ? due : null,
    };
  });
}
