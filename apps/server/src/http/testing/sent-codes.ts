import type { FastifyBaseLogger } from 'fastify';

/** The messages that a server with SMS=console has sent. */
export interface SentCodes {
  /** The logger for the application. */
  readonly logger: FastifyBaseLogger;
  readonly lines: readonly { readonly to: string; readonly text: string }[];
  /** Limits that it reported. */
  readonly warned: readonly unknown[];
  /** The code that was sent last. */
  last(): string;
}

/** The configuration of an application that requires codes, and writes them to its log. */
export const codeConfig = { auth: { mode: 'code', sms: { kind: 'console' } } } as const;

/** A log that keeps the codes written to it. */
export function keepCodes(): SentCodes {
  const lines: { to: string; text: string }[] = [];
  const warned: unknown[] = [];
  const quiet = () => undefined;
  // Other lines of this level are only a text, or contain no number.
  const info = (fields: { to: string; text: string } | string) => {
    if (typeof fields === 'object' && 'to' in fields) lines.push(fields);
  };
  const warn = (fields: unknown) => void warned.push(fields);
  const log = { info, warn, error: quiet, debug: quiet, trace: quiet, fatal: quiet, silent: quiet };
  const logger: FastifyBaseLogger = { ...log, level: 'info', child: () => logger } as never;
  return { logger, lines, warned, last: () => /^\d+/.exec(lines.at(-1)?.text ?? '')?.[0] ?? '' };
}

/** A different code of the same length. */
export const otherThan = (code: string): string =>
  code.replace(/^./, (first) => String((Number(first) + 1) % 10));
