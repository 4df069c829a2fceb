/** A user who can be picked as assignee. */
export interface Assignee {
  readonly id: number;
  readonly name: string;
}

/**
 * The four sample users that every assignee picker offers. They are reserved rows that cannot sign in, see
 * nothing and have no phone.
 */
export const sampleUsers: readonly Assignee[] = [
  { id: 1, name: 'Alex Johnson' },
  { id: 2, name: 'Sam Lee' },
  { id: 3, name: 'Maria Garcia' },
  { id: 4, name: 'Chen Wei' },
];

/**
 * Whether an id is one of the four sample users, to whom every user may assign items, without a notification.
 */
export function isSampleUser(id: number): boolean {
  return sampleUsers.some((user) => user.id === id);
}
