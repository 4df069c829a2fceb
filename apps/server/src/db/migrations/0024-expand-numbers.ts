/**
 * For a change of number: the numbers that people have given up, and one more kind of notification. For an
 * ended account only the keyed hash is kept, because the number's next holder must not be mistaken for the
 * former one.
 */
export const numbers = `
create table former_numbers (
  user_id bigint not null references users (id),
  phone text,
  phone_hash bytea not null,
  changed_at timestamptz(3) not null default now(),
  primary key (user_id, phone_hash)
);
create index former_numbers_phone on former_numbers (phone) where phone is not null;
create index former_numbers_hash on former_numbers (phone_hash);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in (
    'assigned', 'assigned_other', 'removed', 'completed', 'reopened', 'mutual', 'new_device', 'wrong_codes',
    'number_changed'
  )
);
`;
