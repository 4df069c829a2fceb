import { openQuickAdds } from '../../items/create/card-opening.ts';
import { messages } from '../../messages/messages.ts';
import { useObservable } from '../../state/observable.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { openOverlay } from '../layers/overlays.ts';

/**
 * The floating add button on phones and tablets; it opens Create New Item (LAYOUT-12). It is hidden while a
 * quick-add card is open, which does the same and whose button it would cover.
 */
export function AddButton() {
  const isOpen = useObservable(openQuickAdds);
  return (
    <button
      type="button"
      aria-label={messages.shell.add}
      onClick={() => openOverlay('create')}
      className={classNames(
        'fixed end-4 bottom-safe-18 z-30 size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-float hover:bg-accent-hover lg:hidden',
        isOpen ? 'hidden' : 'flex',
      )}
    >
      <Icon icon={firstIcons.plus} size={24} />
    </button>
  );
}
