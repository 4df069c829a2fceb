export { MyListScreen } from './my-list-screen.tsx';
export { QueueScreen } from './queue-screen.tsx';
export { ActiveScreen, CompletedScreen } from './status-list-screen.tsx';
