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

/** The drawing of a step on its own ground, which takes the room that the step leaves. */
export function StepPicture({ step }: { readonly step: StepName }) {
  return (
    <div className="flex min-h-32 w-full max-h-72 flex-1 items-center justify-center rounded-large bg-canvas">
      <Drawing name={drawings[step]} />
    </div>
  );
}
