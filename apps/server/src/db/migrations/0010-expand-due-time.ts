/**
 * The time of day of a due date; null where nobody gave one. Not bound to the date: a server of the release
 * before, which runs beside this one for a while, clears dates without knowing of times.
 */
export const dueTime = `
alter table items add column due_time text
  check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
`;
