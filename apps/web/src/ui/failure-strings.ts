import { messages } from '../messages/messages.ts';

const { shell } = messages;

/** The texts for an `error` that a part of the app threw: its code could not be loaded, or it broke. */
export function failureStrings(error: unknown) {
  // What browsers throw when a chunk cannot be loaded.
  const isLoading = error instanceof TypeError && /import|module/i.test(error.message);
  return isLoading
    ? { title: shell.screenFailed, hint: shell.screenFailedHint }
    : { title: shell.crashed, hint: shell.crashedHint };
}
