import { messages } from '../../messages/messages.ts';

const { shell } = messages;

/** The texts for an `error` of a part of the app: its code could not be loaded, or it failed. */
export function failureStrings(error: unknown) {
  // Browsers throw such an error when a chunk cannot be loaded.
  const isLoading = error instanceof TypeError && /import|module/i.test(error.message);
  return isLoading
    ? { title: shell.screenFailed, hint: shell.screenFailedHint }
    : { title: shell.crashed, hint: shell.crashedHint };
}
