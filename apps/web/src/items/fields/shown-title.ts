import { textLength } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';

/**
 * The displayed title: 'Untitled' for a title without visible characters, so that there is something to
 * press.
 */
export function shownTitle(title: string): string {
  return textLength(title) === 0 ? listMessages.item.untitled : title;
}
