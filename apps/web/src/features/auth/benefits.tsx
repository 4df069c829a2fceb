import { messages } from '../../messages/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';

const icons: readonly IconName[] = ['sync', 'people', 'bell'];

/** What an account is good for: the three blurbs of the sign-in screen (LOGIN-04). */
export function Benefits() {
  return (
    <ul className="flex flex-col gap-5 px-1 lg:justify-center">
      {messages.login.benefits.map(({ title, text }, place) => (
        <li key={title} className="flex items-start gap-4">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-large bg-accent-soft text-accent-ink">
            <Icon name={icons[place] ?? 'check'} />
          </span>
          <div>
            <p className="text-lead font-strong">{title}</p>
            <p className="text-ink-3">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
