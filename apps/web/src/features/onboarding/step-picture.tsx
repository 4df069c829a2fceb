import { Drawing } from '../../ui/drawing.tsx';
import type { DrawingName } from '../../ui/drawing.tsx';
import type { StepName } from './steps.ts';

const drawings: Readonly<Record<StepName, DrawingName>> = {
  welcome: 'start',
  account: 'devices',
  phone: 'devices',
  code: 'code',
  contacts: 'people',
  myWork: 'list',
  tasks: 'nesting',
  offline: 'offline',
  collaboration: 'people',
  mobile: 'phone',
};

/** Steps with input; in the others the drawing has more room. */
const withInput: ReadonlySet<StepName> = new Set(['account', 'phone', 'code', 'contacts']);

/**
 * The drawing of a step on its own background, which takes the room that the step leaves; hidden in
 * windows so low that the step itself would be out of sight.
 */
export function StepPicture({ step }: { readonly step: StepName }) {
  return (
    <div className="flex max-h-72 min-h-32 w-full flex-1 items-center justify-center rounded-large bg-canvas [@media(max-height:30rem)]:hidden">
      <Drawing name={drawings[step]} className={withInput.has(step) ? undefined : 'h-32 w-auto'} />
    </div>
  );
}
