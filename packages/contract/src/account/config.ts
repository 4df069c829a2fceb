import { z } from 'zod';
import { authMode } from './auth.ts';
import { epoch, timestamp } from '../wire/scalar.ts';

/** The configuration, which a client needs before anything else; needs no session (sync.md, section 2). */
export const configAnswer = z
  .object({
    protocol: z.int().positive().meta({ description: 'The protocol the server speaks' }),
    minProtocol: z
      .int()
      .positive()
      .meta({ description: 'The oldest protocol that the server still understands' }),
    auth: authMode,
    epoch,
    now: timestamp,
  })
  .meta({ id: 'Config' });
export type ConfigAnswer = z.infer<typeof configAnswer>;
