import type { TokenKind, TypingContext } from '../typed-token.ts';

const allKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'date',
  'time',
  'repeat',
  'label',
  'priority',
  'assignee',
  'campaign',
]);

/** A Friday at noon for a person in Britain who knows four people and has four campaigns. */
export const friday: TypingContext = {
  today: '2026-11-27',
  now: '12:00',
  weekStartsOn: 1,
  locale: 'en-GB',
  kinds: allKinds,
  people: [
    { id: 1, name: 'Alex Johnson' },
    { id: 2, name: 'Sam Lee' },
    { id: 3, name: 'Maria Garcia' },
    { id: 1001, name: 'Zoë Sam' },
  ],
  campaigns: [
    { uuid: 'kitchen', title: 'Kitchen renovation' },
    { uuid: 'season', title: 'Spring' },
    { uuid: 'spring', title: 'Spring 2027' },
    { uuid: 'kit', title: 'Kit' },
  ],
  due: null,
  given: [],
  labels: ['Home', 'next year'],
  asText: [],
};
