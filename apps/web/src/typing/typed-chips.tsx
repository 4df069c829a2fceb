import { useEffect, useRef } from 'react';
import { lazyMessages } from '../messages/lazy-messages.ts';
import { announce } from '../ui/display/announcer.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconShape } from '../ui/icons/icon.tsx';
import { listIcons } from '../ui/icons/list-icons.ts';
import { moreIcons } from '../ui/icons/more-icons.ts';
import { ChipButton } from '../ui/controls/chip-button.tsx';
import { meantTokens } from '@foray/typing';
import type { TokenKind, TypedToken } from '@foray/typing';

const { typing: strings } = lazyMessages;

const icons: { readonly [K in TokenKind]: IconShape | null } = {
  date: listIcons.calendar,
  time: listIcons.clock,
  repeat: moreIcons.repeat,
  label: null,
  priority: listIcons.priority,
  assignee: listIcons.person,
  campaign: listIcons.campaign,
};

/**
 * The words recognised in a text, as `describe` describes them, each with a button that turns them back
 * into text. New ones are announced.
 */
export function TypedChips({
  tokens,
  describe,
  isHidden = false,
  onKeepAsText,
}: {
  readonly tokens: readonly TypedToken[];
  readonly describe: (token: TypedToken) => string;
  /** Whether they are only announced, because other controls show them. */
  readonly isHidden?: boolean | undefined;
  readonly onKeepAsText: (token: TypedToken) => void;
}) {
  const meant = meantTokens(tokens);
  useAnnounced(meant.map(describe));
  if (tokens.length === 0 || isHidden) return null;
  return (
    <ul aria-label={strings.recognised} className="flex flex-wrap gap-1.5">
      {meant.map((token) => {
        const icon = icons[token.kind];
        return (
          <li
            key={`${token.kind} ${token.start}`}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-[14px] bg-accent-soft ps-2.5 text-meta font-strong text-accent-ink"
          >
            {icon !== null && <Icon icon={icon} size={14} />}
            <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
              {describe(token)}
            </span>
            <ChipButton
              label={strings.keepAsText(token.text)}
              onPress={() => onKeepAsText(token)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Announces the descriptions that were not there before. */
function useAnnounced(descriptions: readonly string[]): void {
  const before = useRef<readonly string[]>([]);
  const all = descriptions.join('\n');
  useEffect(() => {
    const now = all === '' ? [] : all.split('\n');
    const added = now.filter((one) => !before.current.includes(one));
    before.current = now;
    if (added.length > 0) announce(added.join(', '));
  }, [all]);
}
