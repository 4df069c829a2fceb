import { isLastStep, placeAfterChoice, stepsOf } from './steps.ts';

test('[ONB-04] before a choice the steps are welcome, account prompt and the offline steps', () => {
  expect(stepsOf.undecided).toEqual(['welcome', 'account', 'myWork', 'tasks', 'offline', 'mobile']);
});

test('[ONB-06] signing in leads to phone, code, contacts and the steps for people with an account', () => {
  const { way, step } = placeAfterChoice('account');
  expect(stepsOf[way].slice(step)).toEqual([
    'phone',
    'code',
    'contacts',
    'myWork',
    'tasks',
    'collaboration',
    'mobile',
  ]);
});

test('[ONB-07] without an account the steps are welcome, already done, and the offline steps', () => {
  const { way, step } = placeAfterChoice('local');
  expect(stepsOf[way]).toEqual(['welcome', 'myWork', 'tasks', 'offline', 'mobile']);
  expect(stepsOf[way][step]).toBe('myWork');
});

test('only the end of a path is its last step', () => {
  expect(isLastStep({ way: 'local', step: 3 })).toBe(false);
  expect(isLastStep({ way: 'local', step: 4 })).toBe(true);
});
