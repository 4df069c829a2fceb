import { formatCount, plural } from '../../format.ts';

/** The words recognised in a title during typing. */
export const typing = {
  typing: {
    recognised: 'Recognised in the title',
    keepAsText: (words: string) => `Keep “${words}” as text`,
    keptAsText: (words: string) => `“${words}” stays text`,
    readLate: (values: string) => `Read: ${values}`,
    due: (day: string) => `Due ${day}`,
    at: (time: string) => `At ${time}`,
    ends: (day: string) => `Ends ${day}`,
    assignee: (name: string) => `For ${name}`,
    campaign: (title: string) => `In ${title}`,
    addLines: (count: number) => `Add ${plural(count, { one: 'item', other: 'items' })}?`,
    addLinesText: 'One for each line that you pasted. Cancel keeps them on one line.',
    addLinesConfirm: (count: number) => `Add ${plural(count, { one: 'item', other: 'items' })}`,
    moreLines: (count: number) => `and ${formatCount(count)} more`,
    tooManyLines: (most: number) =>
      `At most ${plural(most, { one: 'item', other: 'items' })} can be added at once.`,
    lineTooLong: 'One of the lines is longer than 255 characters.',
    linesAdded: (count: number) =>
      `${plural(count, { one: 'item has', other: 'items have' })} been created successfully.`,
  },
};
