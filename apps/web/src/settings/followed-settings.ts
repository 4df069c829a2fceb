import { setStartPath, startPaths } from './start-screen.ts';
import { setReadsTyping } from './typing.ts';

type Value = Readonly<Record<string, unknown>>;

/** The settings that follow a person, by their ids; a value that only a later release knows is left alone. */
const settings: ReadonlyMap<string, (value: Value) => void> = new Map([
  [
    'start',
    ({ path }) => {
      const known = startPaths.find((one) => one === path);
      if (known !== undefined) setStartPath(known);
    },
  ],
  [
    'typing',
    ({ isRead }) => {
      if (typeof isRead === 'boolean') setReadsTyping(isRead);
    },
  ],
]);

/** Applies a setting of the person to this browser. */
export function applySetting(id: string, value: Value): void {
  settings.get(id)?.(value);
}
