import { textLength } from '@foray/domain';
import { moreMessages } from '../../messages/more-messages.ts';

/** The shown title: 'Untitled' for one without visible characters, so that there is something to press. */
export function shownTitle(title: string): string {
  return textLength(title) === 0 ? moreMessages.item.untitled : title;
}
