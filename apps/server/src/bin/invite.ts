import { runCommand } from './command.ts';
import { readInviteCommand } from './invite-arguments.ts';
import { answerInvite } from './invite-command.ts';

// `npm run invite`: links by which people sign in without a code.

await runCommand('Nobody can be invited', (args) => {
  const command = readInviteCommand(args);
  return (scene) => answerInvite(scene, command, Date.now());
});
