/** The query language (docs/queries.md): reading, printing and evaluating queries. */
export { matchQuery, type QueryContext } from './match-query.ts';
export { parseQuery } from './parse-query.ts';
export { printQuery } from './print-query.ts';
export { bindNames, namesIn, neededTexts } from './query-names.ts';
export { queryErrorCodes } from './query.ts';
