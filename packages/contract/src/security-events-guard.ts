import { isFlag, isInteger, isListOf, isShape, isText } from '@foray/domain';
import type { SecurityEvent, SecurityEventsPage } from './security-events.ts';

/** Whether this is a page of one's own security events. */
export const isSecurityEventsPage = isShape<SecurityEventsPage>({
  data: isListOf(
    isShape<SecurityEvent>({
      id: isInteger,
      // One that a later server adds is shown as unknown.
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
