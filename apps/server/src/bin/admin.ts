import { createInterface } from 'node:readline/promises';
import { readAdminCommand } from './admin-arguments.ts';
import { answerAdmin } from './admin-command.ts';
import { runCommand } from './command.ts';

// `npm run admin`: the operator's view of people and what they use, and what the operator does with accounts.

/** Asks on the terminal, past standard output, which has the result; without an answer, an empty one. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return answer;
}

await runCommand(
  'The command cannot be carried out',
  (args) => {
    const command = readAdminCommand(args);
    return (scene) => answerAdmin(scene, command, { nowMs: Date.now(), ask });
  },
  // An erasure reads and writes at once.
  { connections: 4 },
);
