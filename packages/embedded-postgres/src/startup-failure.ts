/** Why Foray could not start; a closed set, so that tests name the case rather than the wording. */
export type StartupFailureCode =
  | 'config'
  | 'backup'
  | 'secret'
  | 'port_in_use'
  | 'address_refused'
  | 'database_unreachable'
  | 'folder_unusable'
  | 'folder_in_use'
  | 'folder_unreachable'
  | 'folder_other_major'
  | 'folder_damaged'
  | 'folder_foreign_owner'
  | 'no_binaries'
  | 'no_system_user'
  | 'socket_path'
  | 'initdb_failed'
  | 'postgres_failed';

/**
 * An expected reason why Foray cannot start. `message` is one sentence for the person at the terminal: what
 * is wrong and what to do. The process prints it on stderr and ends with a failure; nothing was changed that would
 * make a second attempt fail.
 */
export class StartupFailure extends Error {
  override readonly name = 'StartupFailure';
  readonly code: StartupFailureCode;

  constructor(code: StartupFailureCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** The text of an error from elsewhere, for the end of a sentence, without stack or full stop. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\n[^]*/, '').replace(/\.+$/, '');
}
