/** Two more kinds of notification: a sign-in on a new device, and wrong codes before a sign-in. */
export const accountNotices = `
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in (
    'assigned', 'assigned_other', 'removed', 'completed', 'reopened', 'mutual', 'new_device', 'wrong_codes'
  )
);
`;
