/**
 * Codes for a person who has lost the phone: keyed hashes of the unused ones, each with the name of its
 * secret.
 */
export const recoveryCodes = `
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  key text not null,
  primary key (user_id, code_hash)
);
`;
