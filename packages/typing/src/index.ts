export { addMonths, firstOfMonth, nextWeekday, weekdayOf } from './calendar.ts';
export { keptWordsAt, placeOf } from './masked-text.ts';
export { meantTokens, readTyped, textWithout } from './read-typed.ts';
export type {
  KeptWords,
  Span,
  TokenKind,
  TypedReading,
  TypedToken,
  TypingContext,
} from './typed-token.ts';
export { weekStartOf } from './week-start.ts';
