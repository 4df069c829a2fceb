export { TaskScreen } from './task-screen.tsx';
export { TodoScreen } from './todo-screen.tsx';
