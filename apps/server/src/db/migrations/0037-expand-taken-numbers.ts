/**
 * Numbers are deleted with their account. If a user's current number belonged to somebody whose account has
 * ended, this is recorded with the user. The numbers of ended accounts are deleted.
 */
export const takenNumbers = `
alter table users add column is_number_taken_over boolean not null default false;
update users u set is_number_taken_over = true
from former_numbers f where f.phone is null and f.phone_hash = u.phone_hash and f.user_id <> u.id;
delete from former_numbers where phone is null;
insert into meta (key, value) values ('0037-expand-taken-numbers', '0009-expand-priority');
`;
