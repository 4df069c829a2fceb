import { lineOf } from '../doctor/finding.ts';
import { diagnose } from './doctor-command.ts';

// `npm run doctor`: one line for each check of the installation, and exit code 1 if one of them fails.

const findings = await diagnose(process.env, (line) => void process.stderr.write(`${line}\n`));
process.stdout.write(findings.map((finding) => `${lineOf(finding)}\n`).join(''));
if (findings.some(({ level }) => level === 'fail')) process.exitCode = 1;
