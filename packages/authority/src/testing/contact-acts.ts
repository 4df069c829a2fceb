import * as fc from 'fast-check';
import type { Authority } from '../authority.ts';
import type { Caller } from '../store/request.ts';

/** Blocks and unblocks are more frequent, because an unblock has an effect only after a block. */
const kinds = ['removeContact', 'block', 'block', 'unblock', 'unblock', 'report'] as const;

/** An action of a user towards a contact; `person` is given like the assignee of a step. */
export interface ContactStep {
  readonly kind: (typeof kinds)[number];
  readonly person: number;
}

/** A random action towards one of the actors of a script. */
export const anyContactAct: fc.Arbitrary<ContactStep> = fc.record({
  kind: fc.constantFrom(...kinds),
  person: fc.integer({ min: 1, max: 4 }),
});

/** A block of one of the first three actors. */
export const anyBlock: fc.Arbitrary<ContactStep> = fc.record({
  kind: fc.constant('block' as const),
  person: fc.constantFrom(1, 2, 3),
});

/** Runs the action for a caller; false if the other person does not fit. */
export function actOnContact(
  authority: Authority,
  caller: Caller,
  kind: ContactStep['kind'],
  id: number,
): Promise<boolean> {
  switch (kind) {
    case 'removeContact':
      return authority.removeContact(caller, id);
    case 'block':
      return authority.blockContact(caller, id);
    case 'unblock':
      return authority.unblockContact(caller, id);
    case 'report':
      return authority.reportContact(caller, id, { reason: 'other', text: 'x', block: true });
  }
}
