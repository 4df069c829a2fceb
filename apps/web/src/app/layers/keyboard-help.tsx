import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { messages } from '../../messages/messages.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import type { goPlaces } from './go-keys.ts';
import { redoKeys, searchKeys, undoKeys } from './shortcuts.ts';

const { item, planning } = listMessages;
const { keyboard, selecting } = lazyMessages;
const { titles } = messages;

/** The names of the pages to which keys lead. */
const pageOf: Readonly<Record<keyof typeof goPlaces, string>> = {
  h: titles.home,
  t: planning.today,
  u: planning.upcoming,
  m: titles.myList,
  q: titles.queue,
  a: titles.active,
  c: titles.completed,
  n: titles.notifications,
  p: titles.preferences,
};

const groups: readonly {
  readonly title: string;
  readonly keys: readonly { readonly keys: string; readonly does: string }[];
}[] = [
  {
    title: keyboard.groups.everywhere,
    keys: [
      { keys: searchKeys, does: keyboard.search },
      { keys: 'N', does: keyboard.newItem },
      { keys: undoKeys, does: keyboard.undo },
      { keys: redoKeys, does: keyboard.redo },
      { keys: '?', does: keyboard.help },
      { keys: 'F8', does: keyboard.toasts },
      { keys: 'Esc', does: keyboard.closeLayer },
    ],
  },
  {
    title: keyboard.groups.pages,
    keys: Object.entries(pageOf).map(([key, page]) => ({
      keys: `G ${key.toUpperCase()}`,
      does: keyboard.goTo(page),
    })),
  },
  {
    title: keyboard.groups.forms,
    keys: [
      { keys: 'Enter', does: keyboard.submit },
      { keys: 'Enter', does: keyboard.edit },
      { keys: 'Esc', does: keyboard.cancelEdit },
    ],
  },
  {
    title: keyboard.groups.lists,
    keys: [
      { keys: '↓ ↑ J K', does: keyboard.neighbours },
      { keys: '→ ←', does: keyboard.controls },
      { keys: 'O', does: keyboard.open },
      { keys: 'X', does: selecting.key },
      { keys: 'Alt ↑ ↓', does: keyboard.otherDay },
      { keys: 'Alt ↑ ↓', does: keyboard.otherPlace },
      { keys: 'S', does: item.start },
      { keys: 'Q', does: item.moveToQueue },
      { keys: 'C', does: item.complete },
      { keys: 'R', does: item.reopen },
      { keys: 'P', does: item.skip },
      { keys: 'E', does: item.edit },
      { keys: 'D', does: item.date },
      { keys: 'L', does: item.setLabels },
      { keys: '1 2 3', does: keyboard.priorities },
      { keys: '0', does: keyboard.noPriority },
      { keys: 'A', does: item.assign },
      { keys: 'M V', does: item.moveTo },
      { keys: 'Del', does: item.delete },
    ],
  },
];

/** The global overlay of keyboard shortcuts, opened by '?' (LAYOUT-18). */
export default function KeyboardHelp({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={keyboard.title} size="medium">
      <div className="gap-x-6 md:columns-2">
        {groups.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 text-meta font-strong text-ink-3">{group.title}</h3>
            <dl className="flex flex-col gap-1.5">
              {group.keys.map(({ keys, does }) => (
                <div key={does} className="flex flex-wrap items-center justify-between gap-x-4">
                  <dt>{does}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
