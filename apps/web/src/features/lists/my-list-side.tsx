import { listNames } from '@foray/domain';
import { SidePanel } from '../../items/detail/side-column.tsx';
import { formatCount } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useCounts } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { DueSoon } from './due-soon.tsx';

const { myList: strings } = lazyMessages;

const colours = { queue: 'bg-todo', active: 'bg-accent-ink', completed: 'bg-task' } as const;

/** Beside My List: the numbers of the user's items in the three states, and those due soon. */
export function MyListSide() {
  const { myQueue, myActive, myCompleted } = useCounts();
  const counts = { queue: myQueue, active: myActive, completed: myCompleted };
  if (myQueue + myActive + myCompleted === 0) return null;
  return (
    <>
      <SidePanel title={strings.standing}>
        <div className="px-4 pt-1 pb-2">
          <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
            {listNames.map((list) => (
              <span
                key={list}
                style={{ flexGrow: counts[list] }}
                className={classNames('basis-0', colours[list])}
              />
            ))}
          </div>
          <div className="mt-2.5 flex flex-col gap-1.5 text-ink-2">
            {listNames.map((list) => (
              <p key={list} className="flex items-center gap-2">
                <span aria-hidden="true" className={`size-2 rounded-full ${colours[list]}`} />
                {strings.standingOf[list](formatCount(counts[list]))}
              </p>
            ))}
          </div>
        </div>
      </SidePanel>
      <DueSoon of="mine" />
    </>
  );
}
