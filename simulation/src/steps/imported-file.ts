/** The number of files in a story. */
const files = 3;

/**
 * One of the files that people in a story import. Its times are long before the story begins, and before any
 * time of a wrong clock, so that nothing clamps them.
 */
export function importedFile(number: number): string {
  const file = number % files;
  const uuid = (place: number): string =>
    `0000000${file}-0000-4000-9000-00000000000${String(place)}`;
  const at = (place: number): string => new Date(Date.UTC(2001, file, 1 + place, 12)).toISOString();
  const item = (place: number, type: string, parent: number | null, status = 'pending') => ({
    uuid: uuid(place),
    type,
    title: `file ${file} item ${place}`,
    description: '',
    status,
    mine: true,
    assigned_to: place === 2 ? 1 : null,
    parent_uuid: parent === null ? null : uuid(parent),
    due_date: null,
    end_date: null,
    created_at: at(place),
    updated_at: at(place + 10),
    completed_at: status === 'completed' ? at(place + 5) : null,
  });
  const items = [
    item(1, 'campaign', null),
    // A parent that is not completed although all its children are: an import rolls nothing up.
    item(2, 'task', 1),
    item(3, 'todo', 2, 'completed'),
    item(4, 'todo', 2, 'completed'),
    item(5, 'task', null, 'completed'),
    item(6, 'todo', 5),
    // The former parent is not in the file.
    item(7, 'todo', 9),
  ];
  const head = { format: 'foray-data', version: 1, account: 0 };
  const exported_at = new Date(Date.UTC(2002, 0, 1)).toISOString();
  return JSON.stringify({ ...head, exported_at, items, unsent: [], conflicts: [] });
}
