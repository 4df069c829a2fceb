export { assigneesOf, useAssignees } from './hooks/assignees.ts';
export { ClientProvider, useActions, useClient, useReplica } from './hooks/client-context.tsx';
export type { Replica } from './store/replica.ts';
export { createClient } from './client/client.ts';
export type { Client } from './client/client.ts';
export type { ClientActions } from './client/client.ts';
export type { UndoableAction, UndoWay } from './client/undo/undo-history.ts';
export type { ImportProblem } from './client/server/local-data.ts';
export type { Inbox } from './client/inbox/inbox.ts';
export type { SignInAction as SignIn, SignInFailure } from './client/state/sign-in-failure.ts';
export type { Trash } from './client/undo/trash.ts';
export {
  onAccountLeft,
  useAccountLeft,
  useChangedQuestion,
  useConflicts,
  useIsResolvingConflicts,
  useInbox,
  useShownNotices,
  useOnline,
  useBlocked,
  useErased,
  useSession,
  useSync,
  useUpgrade,
  useUserId,
  usePendingAccounts,
} from './hooks/use-client-state.ts';
export type { CountedAccount } from './client/accounts/pending-accounts.ts';
export type {
  ClientNotice,
  RefusedChange,
  SyncView,
  UpgradeView,
} from './client/state/client-state.ts';
export {
  useChildren,
  useFamily,
  useHadItems,
  useIsArriving,
  useIsPredicted,
  useItem,
  usePersonName,
  useProgress,
  useRoutedItem,
  useRow,
  useStage,
} from './hooks/use-items.ts';
export { useOpenChildren, useOpenHomeItems } from './hooks/use-open-items.ts';
export { usePast } from './hooks/use-past.ts';
export { useList } from './hooks/use-lists.ts';
export { useCounts, useDoneTimes, useDue, useUpNext } from './hooks/use-own-lists.ts';
export { familyOf, peopleOfTree, rootOf, treeOf } from './store/tree.ts';
export type { ListView } from './hooks/use-lists.ts';
export type { DueItem } from './hooks/use-own-lists.ts';
