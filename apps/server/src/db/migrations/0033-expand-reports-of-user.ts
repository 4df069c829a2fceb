/**
 * An index of one person's reports, newest first, for their export, which would otherwise read all reports.
 */
export const reportsOfUser = `
create index reports_user on reports (user_id, id);
`;
