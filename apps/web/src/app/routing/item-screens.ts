// One file of the build: the pages of items lead to one another.
export { CampaignListScreen } from '../../features/campaigns/campaign-list-screen.tsx';
export { CampaignScreen } from '../../features/campaigns/campaign-screen.tsx';
export { TaskScreen } from '../../features/items/task-screen.tsx';
export { TodoScreen } from '../../features/items/todo-screen.tsx';
