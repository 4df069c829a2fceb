import { parseQuery } from '@foray/domain/queries';
import { chosenOf, withChoice } from './query-choices.ts';

const queryOf = (text: string) => parseQuery(text).query;

test.each([
  ['', 'due', 'due:today', 'due:today'],
  ['milk', 'due', 'due:today', 'milk due:today'],
  ['buy milk', 'due', 'due:today', '"buy milk" due:today'],
  ['milk due:today is:mine', 'due', 'is:overdue', 'milk is:overdue is:mine'],
  ['milk due:today', 'due', null, 'milk'],
  ['due:today', 'due', null, ''],
  ['a or b', 'type', 'type:todo', '(a or b) type:todo'],
  ['-is:done milk', 'state', 'is:done', 'is:done milk'],
  ['-(due:today)', 'due', 'due:week', '-due:today due:week'],
  ['milk due:', 'label', 'label:"two words"', 'milk label:"two words"'],
])('[QUERY-14] %j with the choice of %s %j is %j', (text, group, choice, expected) => {
  expect(withChoice(queryOf(text), group, choice)).toBe(expected);
});

test.each([
  ['milk due:>=today', 'due', { text: 'due:>=today', name: '>=today' }],
  ['is:overdue', 'due', { text: 'is:overdue', name: 'overdue' }],
  ['-is:done', 'state', { text: '-is:done', name: 'done' }],
  ['label:"two words"', 'label', { text: 'label:"two words"', name: 'two words' }],
  ['in:Fair', 'in', { text: 'in:Fair', name: 'Fair' }],
  ['assigned:"Sam Lee"', 'assigned', { text: 'assigned:"Sam Lee"', name: 'Sam Lee' }],
  ['due:today or due:week', 'due', null],
  ['is:mine', 'state', null],
  ['', 'type', null],
])('[QUERY-14] in %j the menu of %s shows %j', (text, group, expected) => {
  expect(chosenOf(queryOf(text), group)).toEqual(expected);
});
