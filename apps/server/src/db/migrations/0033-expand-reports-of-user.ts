/** One person's reports, newest first, for their export, which would otherwise read everybody's reports. */
export const reportsOfUser = `
create index reports_user on reports (user_id, id);
`;
