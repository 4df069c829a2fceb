import { isFlag, isInteger, isListOf, isShape, isText } from '@foray/domain';
import type { SecurityEvent, SecurityEventsPage } from '../account/security-events.ts';

/** Whether this is a page of the user's security events. */
export const isSecurityEventsPage = isShape<SecurityEventsPage>({
  data: isListOf(
    isShape<SecurityEvent>({
      id: isInteger,
      // The app shows a kind that a later server adds as unknown.
      kind: isText,
      device: isText,
      current: isFlag,
      count: isInteger,
      first_at: isText,
      last_at: isText,
    }),
  ),
  next: (value) => value === null || isInteger(value),
});
