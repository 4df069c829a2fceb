import type { ReactNode } from 'react';
import { Drawing } from '../../ui/icons/drawing.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import type { StepName } from './steps.ts';

const drawings: Readonly<Record<StepName, ReactNode>> = {
  welcome: firstDrawings.start,
  account: moreDrawings.devices,
  phone: moreDrawings.devices,
  code: moreDrawings.code,
  contacts: moreDrawings.people,
  myWork: firstDrawings.list,
  tasks: firstDrawings.nesting,
  offline: moreDrawings.offline,
  collaboration: moreDrawings.people,
  mobile: moreDrawings.phone,
};

/** Steps with input; in other steps the drawing has more space. */
const withInput: ReadonlySet<StepName> = new Set(['account', 'phone', 'code', 'contacts']);

/**
 * The drawing of a step on its own background, which takes the space that the step leaves; hidden in windows
 * so low that the step itself would be out of view.
 */
export function StepPicture({ step }: { readonly step: StepName }) {
  return (
    <div className="flex max-h-72 min-h-32 w-full flex-1 items-center justify-center rounded-large bg-canvas [@media(max-height:30rem)]:hidden">
      <Drawing className={withInput.has(step) ? undefined : 'h-32 w-auto'}>
        {drawings[step]}
      </Drawing>
    </div>
  );
}
