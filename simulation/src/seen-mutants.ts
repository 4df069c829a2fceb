import type { NamedMutant } from './named-mutant.ts';

/** What was open is not compared with what came meanwhile (decision 0063). */
export const seenMutants: readonly NamedMutant[] = [
  {
    name: 'seen forgotten',
    breaks: 'I18',
    seed: 59,
    steps: ['openEditor', 'edit', 'runAll', 'saveEditor'],
    mutant: () => ({ forgetsSeen: 'text' }),
  },
  {
    name: 'seen forgotten in a status menu',
    breaks: 'I18',
    seed: 119,
    steps: ['overtake', 'runAll', 'saveEditor'],
    mutant: () => ({ forgetsSeen: 'status' }),
  },
  {
    name: 'seen forgotten in an assign menu',
    breaks: 'I18',
    steps: ['overtake', 'runAll', 'saveEditor'],
    mutant: () => ({ forgetsSeen: 'assign' }),
  },
  {
    name: 'seen forgotten in a move dialog',
    breaks: 'I18',
    seed: 59,
    steps: ['overtake', 'runAll', 'saveEditor'],
    mutant: () => ({ forgetsSeen: 'move' }),
  },
];
