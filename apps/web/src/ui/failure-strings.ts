import { messages } from '../messages/messages.ts';

const { shell } = messages;

/** What is said where a part of the app is missing: it could not be loaded, or it broke. */
export interface FailureStrings {
  readonly isLoading: boolean;
  readonly title: string;
  readonly hint: string;
}

/** The words for `error`, which a part of the app threw instead of showing itself. */
export function failureStrings(error: unknown): FailureStrings {
  // What browsers throw where a chunk is out of reach.
  const isLoading = error instanceof TypeError && /import|module/i.test(error.message);
  return isLoading
    ? { isLoading, title: shell.screenFailed, hint: shell.screenFailedHint }
    : { isLoading, title: shell.crashed, hint: shell.crashedHint };
}
