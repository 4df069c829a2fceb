/**
 * The acts of the operator, without titles, names and numbers; suspended accounts, which get no session, from
 * an earlier release neither; limits that the operator has raised for an account; and invitations, each with
 * the hash of its token.
 */
export const operator = `
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  kind text not null,
  user_id bigint references users (id),
  detail text not null
);
create index operator_log_user on operator_log (user_id, id);
create table suspensions (
  user_id bigint primary key references users (id),
  since timestamptz(3) not null
);
create or replace function refuse_session_of_suspended() returns trigger language plpgsql as $$
begin
  if exists (select from suspensions where user_id = new.user_id) then
    return null;
  end if;
  return new;
end $$;
create or replace trigger sessions_suspended before insert on sessions for each row
  execute function refuse_session_of_suspended();
create table raised_limits (
  user_id bigint not null references users (id),
  name text not null,
  most bigint not null check (most > 0),
  primary key (user_id, name)
);
create table invitations (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  phone text not null,
  name text not null,
  opens_existing boolean not null,
  made_by bigint references users (id),
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by bigint references users (id),
  revoked_at timestamptz(3)
);
create unique index invitations_token on invitations (token_hash);
create index invitations_expiry on invitations (expires_at);
insert into meta (key, value) values ('0039-expand-operator', '0009-expand-priority');
`;
