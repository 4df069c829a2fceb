/** What one person has reported, newest first, for their export: without it the reports of all are read. */
export const reportsOfUser = `
create index reports_user on reports (user_id, id);
`;
