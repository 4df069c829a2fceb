export { UpgradeDialog } from '../../features/auth/upgrade-dialog.tsx';
export { Celebration } from '../../features/onboarding/celebration.tsx';
