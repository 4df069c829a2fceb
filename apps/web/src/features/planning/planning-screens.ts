export { TodayScreen } from './today-screen.tsx';
export { UpcomingScreen } from './upcoming-screen.tsx';
