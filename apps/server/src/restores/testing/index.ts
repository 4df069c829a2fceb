/** Ways to restore a real PostgreSQL under nodes that run on. */
export { RestoreScene } from './restore-scene.ts';
export type { Way } from './way.ts';
export * from './ways.ts';
