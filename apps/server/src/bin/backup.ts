import { answerBackup, readBackupCommand } from './backup-command.ts';
import { runCommand } from './command.ts';

// `npm run backup -- FILE`

await runCommand('The backup cannot be made', (args) => {
  const file = readBackupCommand(args);
  return (scene) => answerBackup(scene, file);
});
