import { contactsOf, err, isBinaryText, isContactsFile, ok } from '@foray/domain';
import type { ContactCandidate, Result } from '@foray/domain';
import { textOfBytes } from './file-text.ts';

/** The reason why a chosen file is not a list of contacts. */
export type FileProblem = 'wrong_kind' | 'too_large' | 'unreadable' | 'binary_file';

/** About 100,000 contacts, more than any address book. */
const maxFileBytes = 10_000_000;
/** The number of characters that one step checks for binary content. */
const probeChars = 200_000;
/** The duration of one step: less than the 50 ms of a long task. */
const stepMs = 12;
/** The number of contacts that are read before the time is checked. */
const stepContacts = 100;

/** The clock and the scheduler of a page. */
export interface PageClock {
  nowMs(): number;
  /** Resolves after the page had a chance to paint and to handle input. */
  nextTask(): Promise<void>;
}

/**
 * Reads the contacts of a file that a person chose, in steps short enough for the page to stay responsive
 * however long the file is.
 */
export async function readContactsFile(
  file: File,
  pace: PageClock,
): Promise<Result<readonly ContactCandidate[], FileProblem>> {
  if (!isContactsFile(file.name, file.type)) return err('wrong_kind');
  if (file.size > maxFileBytes) return err('too_large');
  let text: string;
  try {
    text = textOfBytes(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return err('unreadable');
  }
  for (let at = 0; at < text.length; at += probeChars) {
    if (isBinaryText(text.slice(at, at + probeChars))) return err('binary_file');
    await pace.nextTask();
  }
  const candidates: ContactCandidate[] = [];
  let began = pace.nowMs();
  for (const candidate of contactsOf(text)) {
    candidates.push(candidate);
    if (candidates.length % stepContacts !== 0 || pace.nowMs() - began < stepMs) continue;
    await pace.nextTask();
    began = pace.nowMs();
  }
  return ok(candidates);
}
