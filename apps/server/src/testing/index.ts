/** Support for tests of the whole server from outside. */
export { casesOf, dailyPart, repeatsPart } from './daily-part.ts';
export { startListeningServer } from './listening-server.ts';
export type { ListeningServer } from './listening-server.ts';
export { bundleServer } from './server-process.ts';
export type { ServerPrograms } from './server-process.ts';
