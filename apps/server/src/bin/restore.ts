import { prepareRestore, readRestoreCommand } from './backup-command.ts';
import { runCommand } from './command.ts';

// `npm run restore -- FILE [--replace]`

await runCommand(
  'The backup cannot be restored',
  (args) => prepareRestore(readRestoreCommand(args)),
  { mayMake: true },
);
