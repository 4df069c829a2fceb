import * as fc from 'fast-check';
import type { Authority } from '../authority.ts';
import type { Caller } from '../store/request.ts';

/** Unblocking has an effect after a block alone. */
const kinds = ['removeContact', 'block', 'block', 'unblock', 'unblock', 'report'] as const;

/** What a user does about another as a contact; `person` is as an assignee of a step. */
export interface ContactAct {
  readonly kind: (typeof kinds)[number];
  readonly person: number;
}

/** One of them about one of the actors of a script. */
export const anyContactAct: fc.Arbitrary<ContactAct> = fc.record({
  kind: fc.constantFrom(...kinds),
  person: fc.integer({ min: 1, max: 4 }),
});

/** A block of one of the first three actors. */
export const anyBlock: fc.Arbitrary<ContactAct> = fc.record({
  kind: fc.constant('block' as const),
  person: fc.constantFrom(1, 2, 3),
});

/** Does it in the name of a caller; false if the other is nobody for it. */
export function actOnContact(
  authority: Authority,
  caller: Caller,
  kind: ContactAct['kind'],
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
