import { listMessages } from '../../messages/list-messages.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { SidePanel } from './side-column.tsx';
import { useShownDue } from '../actions/planning.ts';
import { useToday } from '../fields/today.ts';

const { planning: strings } = listMessages;

interface PlanLink {
  readonly href: string;
  readonly label: string;
  readonly icon: IconShape;
  readonly keys: string;
}

/** The pages for planning, with the keys that lead to them. */
export const planLinks: readonly PlanLink[] = [
  { href: '/today', label: strings.today, icon: listIcons.clock, keys: 'G T' },
  { href: '/upcoming', label: strings.upcoming, icon: listIcons.calendar, keys: 'G U' },
];

/** The number of items due today or earlier; renders nothing if there are none. */
function DueCount() {
  const { length } = useShownDue(useToday());
  return length > 0 ? (
    <Badge>
      <span aria-hidden="true">{length}</span>
      <span className="sr-only">{strings.dueCount(length)}</span>
    </Badge>
  ) : null;
}

/** The links to Today and Upcoming, beside Home's list. */
export function PlanPanel() {
  return (
    <SidePanel title={strings.plan}>
      <ul>
        {planLinks.map(({ href, label, icon, keys }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex min-h-9 flex-wrap items-center gap-x-2.5 px-4 hover:bg-hover"
            >
              <Icon icon={icon} size={16} className="text-ink-3" />
              <span className="flex-1">{label}</span>
              {href === '/today' && <DueCount />}
              <Kbd keys={keys} />
            </Link>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

/** The same links under Home's heading, if there is no room for a side column. */
export function PlanChips() {
  return (
    <nav aria-label={strings.plan} className="-mt-1.5 mb-3 flex flex-wrap gap-2 lg:hidden">
      {planLinks.map(({ href, label, icon }) => (
        <Link
          key={href}
          href={href}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3.5 font-strong text-ink-2 shadow-card hover:bg-hover pointer-coarse:min-h-11"
        >
          <Icon icon={icon} size={16} />
          <span>{label}</span>
          {href === '/today' && <DueCount />}
        </Link>
      ))}
    </nav>
  );
}
