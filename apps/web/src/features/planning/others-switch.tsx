import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useDue } from '../../replica/index.ts';
import { setShowsOthers, useShowsOthers } from '../../settings/shown-items.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';

/** Adds the items due up to `last` that others do for the user; absent if there are none. */
export function OthersSwitch({ last }: { readonly last: string }) {
  const isShown = useShowsOthers();
  const { length } = useDue(last, 'byOthers');
  if (length === 0) return null;
  return (
    <Checkbox checked={isShown} onChange={setShowsOthers} className="text-ink-2">
      {lazyMessages.planning.alsoOthers(length)}
    </Checkbox>
  );
}
