import { isInteger, isListOf, isShape, isText } from '@foray/domain';
import type { RecoveryCodes, RecoveryCodesLeft } from '../account/recovery-codes.ts';

/** Whether this is the number of unused recovery codes. */
export const isRecoveryCodesLeft = isShape<RecoveryCodesLeft>({ left: isInteger });

/** Whether these are new recovery codes. */
export const isRecoveryCodes = isShape<RecoveryCodes>({ codes: isListOf(isText) });
