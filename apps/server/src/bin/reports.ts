import { runCommand } from './command.ts';
import { answerReports, readCommand } from './report-command.ts';

// `npm run reports`: lists what people have reported of others.

await runCommand('The reports cannot be read', (args) => {
  const command = readCommand(args);
  return ({ database }) => answerReports(database.kysely, command, Date.now());
});
