/** The query language (docs/queries.md): reading, printing and evaluating queries. */
export { matchQuery, type QueryContext } from './match-query.ts';
export { parseQuery } from './parse-query.ts';
export { printQuery } from './print-query.ts';
export { bindNames, namesIn, neededTexts, readsAbove } from './query-names.ts';
export { type Query, type QueryError, type QueryErrorCode, queryErrorCodes } from './query.ts';
export { maxQueryTextChars } from '../values/limits.ts';
