/**
 * For sign-in codes: the browser that requested each code (null if a server of the previous release made
 * it), the browsers in which a person has signed in with a code, and the number of wrong codes for a phone
 * number since somebody last signed in with it, by browser.
 */
export const signIn = `
alter table login_codes add column device_hash bytea;

create table known_devices (
  user_id bigint not null references users (id),
  device_hash bytea not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);
create index known_devices_seen on known_devices (seen_at);

-- A dump is loaded in the order of names, and witness has to be the last.
create table code_guesses (
  phone_hash bytea not null,
  device_hash bytea not null,
  count integer not null,
  last_at timestamptz(3) not null,
  primary key (phone_hash, device_hash)
);
create index code_guesses_last on code_guesses (last_at);
`;
