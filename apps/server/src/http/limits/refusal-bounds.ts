import { accountLimits } from '@foray/contract';

/** Limits of sign-in codes that are shared by all; a warning precedes them. */
export const sharedBounds = ['code prefix', 'code day'] as const;

/** The pace at which codes are sent beyond a limit that is used up. */
const pacedBounds = ['code number pace', 'code day pace'] as const;

/** Every limit beyond which requests are refused, by its name in the metrics. */
export const refusalBounds = [
  ...accountLimits,
  ...pacedBounds,
  'account bodies at once',
  'account bytes out',
  'account calls',
  'account calls at once',
  'account searches',
  'account searches at once',
  'account streams',
  'address',
  'address bytes out',
  'code address',
  'code asker',
  'code day network',
  'code day pace network',
  'code device',
  'code known device',
  'code known network',
  'code network',
  'code number pace network',
  'code proof',
  'contacts user',
  'export user',
  'invitation address',
  'invitation network',
  'invitations user',
  'number user',
  'reports user',
  'sign-in address',
  'sign-in network',
] as const;

export type PacedBound = (typeof pacedBounds)[number];
export type SharedBound = (typeof sharedBounds)[number];
export type RefusalBound = (typeof refusalBounds)[number];
