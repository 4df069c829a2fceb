import { answerRestore, readRestoreCommand } from './backup/backup-command.ts';
import { runCommand } from './command.ts';

// `npm run restore -- FILE [--replace]`

await runCommand(
  'The backup cannot be restored',
  (args) => {
    const command = readRestoreCommand(args);
    return (scene) => answerRestore(scene, command);
  },
  { mayMake: true },
);
