export { ClientProvider } from './client-context.tsx';
export { createClient } from './client.ts';
export type { Client, ClientActions } from './client.ts';
export type { ClientPorts } from './client-ports.ts';
export type { SignInFailure } from './sign-in-failure.ts';
export { useActions } from './use-actions.ts';
export {
  useAssignees,
  useAuthMode,
  useConflicts,
  useIsResolvingConflicts,
  useNotices,
  useParked,
  useSession,
  useSync,
  useUpgrade,
} from './use-client-state.ts';
export type {
  Assignee,
  ClientNotice,
  Session,
  StorageState,
  SyncView,
  UpgradeView,
} from './client-state.ts';
export {
  useChildren,
  useItem,
  usePersonName,
  useProgress,
  useRoutedItem,
  useRow,
} from './use-items.ts';
export type { RoutedItem } from './use-items.ts';
export { useCounts, useList, useUpNext } from './use-lists.ts';
export { useFamily } from './use-family.ts';
export type { ListQuery, ListView } from './use-lists.ts';
export { useSearch } from './use-search.ts';
export type { SearchView } from './use-search.ts';
