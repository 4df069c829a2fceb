// One file of the build: the lists share most of what they need.
export { MyListScreen } from '../../features/lists/my-list-screen.tsx';
export { QueueScreen } from '../../features/lists/queue-screen.tsx';
export { ActiveScreen, CompletedScreen } from '../../features/lists/status-list-screen.tsx';
export { SearchScreen } from '../../features/search/search-screen.tsx';
export { TodayScreen } from '../../features/planning/today-screen.tsx';
export { UpcomingScreen } from '../../features/planning/upcoming-screen.tsx';
