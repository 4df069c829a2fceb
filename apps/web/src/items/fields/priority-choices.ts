import { priorities } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';

const { item: strings } = listMessages;

/** The priorities to choose from, null for none, with their names. */
export const priorityChoices = [
  { value: null, label: strings.noPriority },
  ...priorities.map((value) => ({ value, label: strings.priorities[value] })),
];
