/** Nodes on a real primary with real standbys. */
export { startFront } from './front.ts';
export { StandbyScene, areAt, countReads } from './standby-scene.ts';
export { testSecret } from '../../http/testing/test-app.ts';
