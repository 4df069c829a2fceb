/** Support for tests of the whole server from outside. */
export { casesOf, dailyPart, repeatsPart } from './daily-part.ts';
export { buildRelease, folderOf } from './earlier-release.ts';
export { startListeningServer } from './listening-server.ts';
export type { ListeningServer } from './listening-server.ts';
export { bundleServer, startServer } from './server-process.ts';
export type { ServerPrograms, ServerProcess } from './server-process.ts';
