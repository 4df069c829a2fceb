import { Random } from './random.ts';
import { rareThemes } from './rare-theme-table.ts';
import type { FaultName, Faults, StoryStep, Story } from './story-shape.ts';

/** Faults between a tab and the server. */
export const ofTheNetwork: ReadonlySet<string> = new Set<FaultName>([
  'requestLost',
  'answerLost',
  'duplicated',
  'delayed',
  'reordered',
  'hung',
  'truncated',
  'captivePortal',
  'refused',
  'gateway',
  'oldNode',
  'fetchAll',
  'offline',
]);

/** A story about rare events; half of them on a network that works, so that devices come to share items. */
export function withRareThemes(seed: number, story: Story): Story {
  return rareThemes.reduce((now, theme, index) => {
    const { stories, part, notWith, isOfTwoReleases } = theme;
    const random = new Random(seed, 1 + index);
    if (!random.chance(stories)) return now;
    if (notWith !== undefined && now.faults[notWith] !== undefined) return now;
    const faults = random.chance(0.5) ? without(now.faults, ofTheNetwork) : now.faults;
    const take = takerOf(theme);
    const taking = now.steps.map((step) => (random.chance(part) ? take(step) : step));
    const isOld = (): boolean => random.chance(0.6);
    const old = isOfTwoReleases ? [...now.users.flat().keys()].filter(isOld) : [];
    const lastRelease = old.length > 0 ? { lastRelease: old } : {};
    return { ...now, ...lastRelease, faults: { ...faults, ...theme.faults }, steps: taking };
  }, story);
}

/** Puts the steps of a theme in place of others, in their order. */
function takerOf({ steps, isByOne }: (typeof rareThemes)[number]): (step: StoryStep) => StoryStep {
  let taken = 0;
  let tab = 0;
  return (step) => {
    const at = taken++ % steps.length;
    if (at === 0 || isByOne !== true) ({ tab } = step);
    return { ...step, kind: steps[at] ?? 'run', tab };
  };
}

function without(faults: Faults, names: ReadonlySet<string>): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.has(name)));
}
