export { assigneesOf, useAssignees } from './assignees.ts';
export { ClientProvider, useClient, useReplica } from './client-context.tsx';
export type { Replica } from './replica.ts';
export { createClient } from './client.ts';
export type { ClientActions } from './client.ts';
export { preloadDataActions } from './late-data.ts';
export type { ImportProblem } from './own-data.ts';
export type { News } from './news.ts';
export type { SignInFailure } from './sign-in-failure.ts';
export type { Trash } from './trash.ts';
export { useActions } from './use-actions.ts';
export {
  onAccountLeft,
  useAccountLeft,
  useChangedQuestion,
  useConflicts,
  useIsResolvingConflicts,
  useNews,
  useShownNotices,
  useOnline,
  useParked,
  useSession,
  useSync,
  useUpgrade,
  useWaiting,
} from './use-client-state.ts';
export type { CountedAccount } from './waiting-accounts.ts';
export type { ClientNotice, RefusedChange, SyncView, UpgradeView } from './client-state.ts';
export {
  useChildren,
  useHadItems,
  useItem,
  usePersonName,
  useProgress,
  useRoutedItem,
  useRow,
  useStage,
} from './use-items.ts';
export { useCounts, useList, useUpNext, useWholeList } from './use-lists.ts';
export { useDue } from './use-due.ts';
export type { DueItem } from './use-due.ts';
export { familyOf, peopleOfTree, rootOf, treeOf } from './tree.ts';
export { useFamily } from './use-family.ts';
export type { ListView } from './use-lists.ts';
export { useSearch } from './use-search.ts';
