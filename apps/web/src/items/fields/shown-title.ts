import { textLength } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';

/** The shown title: 'Untitled' for one without visible characters, so that there is something to press. */
export function shownTitle(title: string): string {
  return textLength(title) === 0 ? listMessages.item.untitled : title;
}
