/** The purpose of each code. Codes of a server of the last release count as codes for signing in. */
export const codePurposes = `
alter table login_codes add column purpose text not null default 'sign_in';
`;
