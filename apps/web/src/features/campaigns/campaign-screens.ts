export { CampaignListScreen } from './campaign-list-screen.tsx';
export { CampaignScreen } from './campaign-screen.tsx';
