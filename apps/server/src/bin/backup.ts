import { readBackupCommand } from './backup-command.ts';
import { runCommand } from './command.ts';

// `npm run backup -- FILE`, or `-` for standard output

await runCommand('The backup cannot be made', readBackupCommand);
