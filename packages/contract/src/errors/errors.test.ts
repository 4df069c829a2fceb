import { errorBody } from './error-body.ts';
import { errorCodes, errorStatus, wireError } from './errors.ts';

test('every code has its status and a sentence', () => {
  const byStatus: Record<number, string[]> = {};
  for (const code of errorCodes) (byStatus[errorStatus[code]] ??= []).push(code);
  expect(byStatus).toEqual({
    400: ['bad_json'],
    401: ['unauthenticated'],
    403: ['csrf', 'forbidden'],
    404: ['not_found'],
    409: [
      'wrong_actor',
      'epoch_changed',
      'parent_pending',
      'parent_gone',
      'start_unclear',
      'number_taken',
    ],
    412: ['stale'],
    413: ['too_large'],
    422: [
      'invalid',
      'illegal_parent',
      'unknown_assignee',
      'invalid_code',
      'number_unsupported',
      'key_reused',
      'uuid_taken',
      'limit',
    ],
    424: ['after_failed'],
    426: ['too_old'],
    428: ['proof_required'],
    429: ['rate_limited'],
    500: ['internal'],
    503: ['unavailable'],
  });
  for (const code of errorCodes) expect(wireError(code).message).toMatch(/^[A-Z].*\.$/);
});

test('a refusal has the body that the schema describes', () => {
  const error = wireError('invalid', { fields: { title: 'required' } });
  expect(errorBody.parse({ error })).toEqual({
    error: {
      code: 'invalid',
      message: 'Some fields are not valid.',
      fields: { title: 'required' },
    },
  });
});
