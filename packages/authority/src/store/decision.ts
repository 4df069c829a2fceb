import type { Refusal } from './request.ts';
import type { ItemRow } from './rows.ts';

/** What a use case decided: the item as it left it with the status of success, or why not. */
export type Decision =
  | {
      readonly kind: 'applied';
      readonly status: 200 | 201 | 204;
      readonly item: ItemRow;
      /** It wrote nothing: the item is as others left it, and nothing can build on that (X-After). */
      readonly isFound?: true;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The change took effect, or was there already. */
export function applied(item: ItemRow, status: 200 | 201 | 204 = 200): Decision {
  return { kind: 'applied', status, item };
}

/** The item is already as the request wants it; another request may have made it so before. */
export function found(item: ItemRow): Decision {
  return { kind: 'applied', status: 200, item, isFound: true };
}

/** Nothing was written. */
export function refused(refusal: Refusal): Decision {
  return { kind: 'refused', refusal };
}
