import { confirmationOf, noProof, proofAfter, type ProofStep } from './entered-proof.ts';

const sent: ProofStep = { kind: 'requested', isWanted: true, isSent: true };
const unsent: ProofStep = { kind: 'requested', isWanted: true, isSent: false };
const typed = (text: string): ProofStep => ({ kind: 'typed', text });
const swapped: ProofStep = { kind: 'swapped' };

const cases: readonly [string, readonly ProofStep[], ReturnType<typeof confirmationOf>][] = [
  ['nothing is sent before a code is required', [], undefined],
  ['nothing is sent if no code could be sent', [unsent], undefined],
  ['the code is sent as typed', [sent, typed('123')], { code: '123' }],
  [
    'a recovery code is sent in place of the code',
    [sent, typed('123'), swapped, typed('ABC')],
    { recovery_code: 'ABC' },
  ],
  [
    'a recovery code works if no code could be sent',
    [unsent, swapped, typed('ABC')],
    { recovery_code: 'ABC' },
  ],
  [
    'the code is kept while the recovery code is open',
    [sent, typed('123'), swapped, typed('ABC'), swapped],
    { code: '123' },
  ],
  ['another code empties the field', [sent, typed('123'), sent], { code: '' }],
  ['another number needs another code', [sent, typed('123'), { kind: 'renumbered' }], undefined],
  ['a reset forgets everything', [sent, typed('123'), { kind: 'reset' }], undefined],
];

test.each(cases)('[RECOVER-08] %s', (_, steps, expected) => {
  expect(confirmationOf(steps.reduce(proofAfter, noProof))).toEqual(expected);
});
