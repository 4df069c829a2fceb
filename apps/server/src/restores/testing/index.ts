/** Ways to restore a real PostgreSQL under running nodes. */
export { RestoreScene } from './restore-scene.ts';
export type { LossMethod as Way } from './way.ts';
export {
  dumpLoaded,
  dumpLoadedAside,
  folderCopiedBack,
  recoveredToPoint,
  replicaPromoted,
} from './ways.ts';
