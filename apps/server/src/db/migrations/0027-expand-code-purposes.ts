/** What each code was sent for; what a server of the release before makes counts as sent to sign in. */
export const codePurposes = `
alter table login_codes add column purpose text not null default 'sign_in';
`;
