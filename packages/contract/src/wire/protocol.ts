/** The protocol of this code; `protocol-history.ts` says what each number means. */
export const protocol = 9;

/** The oldest protocol the server still understands; a device below it gets 426 `too_old`. */
export const minProtocol = 1;
