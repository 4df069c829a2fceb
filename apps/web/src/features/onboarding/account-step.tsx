import { lazyMessages } from '../../messages/lazy-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';

const { onboarding } = lazyMessages;

const choices = [
  {
    value: 'account',
    label: onboarding.signIn,
    hint: onboarding.signInHint,
    icon: moreIcons.cloud,
  },
  {
    value: 'local',
    label: onboarding.withoutAccount,
    hint: onboarding.withoutAccountHint,
    icon: firstIcons.device,
  },
] as const;

/** The account prompt: one of two answers must be picked before Next (ONB-05). */
export function AccountStep({
  choice,
  onChoice,
}: {
  readonly choice: 'account' | 'local' | null;
  readonly onChoice: (choice: 'account' | 'local') => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      {choices.map(({ value, label, hint, icon }) => {
        const isPicked = value === choice;
        return (
          <button
            key={value}
            type="button"
            aria-label={label}
            aria-pressed={isPicked}
            aria-describedby={`choice-${value}`}
            onClick={() => onChoice(value)}
            className={classNames(
              'flex min-h-14 items-center gap-2.5 rounded-large border px-3 py-2.5 text-start transition-colors duration-100',
              isPicked ? 'border-accent-ink bg-accent-soft' : 'border-line-strong hover:bg-hover',
            )}
          >
            <Icon icon={icon} className={isPicked ? 'text-accent-ink' : 'text-ink-3'} />
            <span className="flex-1">
              <span className="block font-strong">{label}</span>
              <span id={`choice-${value}`} className="block text-meta text-ink-3">
                {hint}
              </span>
            </span>
            {/* Always takes up its space, so that the label does not wrap again when it appears. */}
            <Icon
              icon={listIcons.check}
              size={16}
              className={isPicked ? 'text-accent-ink' : 'invisible'}
            />
          </button>
        );
      })}
    </div>
  );
}
