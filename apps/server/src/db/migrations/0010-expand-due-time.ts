/**
 * The time of day of a due date; null if nobody has set one. It is not bound to the date: a server of the
 * previous release, which runs beside this one for a while, clears dates without knowing times.
 */
export const dueTime = `
alter table items add column due_time text
  check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
`;
