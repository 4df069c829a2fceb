import { textLength } from '@foray/domain';
import { moreMessages } from '../messages/more-messages.ts';

/** A title as it is shown: 'Untitled' where it shows nothing, so that there is something to press. */
export function shownTitle(title: string): string {
  return textLength(title) === 0 ? moreMessages.item.untitled : title;
}
