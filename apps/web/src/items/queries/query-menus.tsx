import { printQuery, type Query } from '@foray/domain/queries';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { assigneesOf, useClient, type Client } from '../../replica/index.ts';
import { useSearchReading } from '../../replica/hooks/use-search.ts';
import { DraftButton } from '../../ui/controls/draft-button.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { Menu, type MenuEntry } from '../../ui/layers/menu.tsx';
import { labelsInUse } from '../fields/labels-field.tsx';
import { shownTitle } from '../fields/shown-names.ts';
import { chosenOf, withChoice, type OfferedCondition } from './query-choices.ts';

const { queries: strings } = lazyMessages;
/** A menu with more places or people would be of no help. */
const maxNames = 30;

/** The values that a menu offers without looking at the items. */
const fixed = {
  type: ['type:campaign', 'type:task', 'type:todo'],
  state: ['-is:done', 'is:queue', 'is:active', 'is:done'],
  due: ['is:overdue', 'due:today', 'due:tomorrow', 'due:week', 'due:none'],
  priority: ['priority:high', 'priority:medium', 'priority:low', 'priority:none'],
  assigned: ['assigned:me', 'assigned:none'],
  label: ['label:none'],
  in: [],
} as const satisfies Readonly<Record<keyof typeof strings.groups, readonly string[]>>;
type Group = keyof typeof fixed;

const icons = {
  type: listIcons.campaign,
  state: listIcons.check,
  due: listIcons.calendar,
  priority: listIcons.priority,
  assigned: listIcons.person,
  label: listIcons.label,
  in: listIcons.move,
} satisfies Readonly<Record<Group, unknown>>;
const groups = Object.keys(fixed) as readonly Group[];

/** The choices of a menu, with the labels, people or places of this device. */
function choicesOf(group: Group, client: Client): readonly OfferedCondition[] {
  const choices = fixed[group].map((text) => ({ text, name: strings.values[text] ?? text }));
  return [...choices, ...namesOf(group, client)];
}

function namesOf(group: Group, client: Client): readonly OfferedCondition[] {
  const replica = client.replica.get();
  const choice = (part: Query, name: string): OfferedCondition => ({
    text: printQuery(part).text,
    name,
  });
  switch (group) {
    case 'label':
      return labelsInUse(replica).map((label) => choice({ kind: 'label', label }, label));
    case 'assigned': {
      const me = client.session.get();
      return assigneesOf(client, null)
        .filter(({ id }) => me.kind !== 'user' || id !== me.user.id)
        .slice(0, maxNames)
        .map(({ name }) => choice({ kind: 'assigned', to: { name, id: null } }, name));
    }
    case 'in': {
      const titles = new Set<string>();
      for (const { type, title, status, _deleted } of replica.rows()) {
        const isOffered = type === 'campaign' && status !== 'completed' && !_deleted;
        if (isOffered && title !== '' && titles.size < maxNames) titles.add(title);
      }
      return [...titles].map((name) =>
        choice({ kind: 'in', place: { name, id: null } }, shownTitle(name)),
      );
    }
    default:
      return [];
  }
}

/**
 * Menus of conditions over the text of a query: each shows the condition that the text has, and a choice
 * changes the text.
 */
export function QueryMenus({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const client = useClient();
  const { query } = useSearchReading(text);
  return (
    <div role="group" aria-label={strings.filters} className="flex flex-wrap gap-2">
      {groups.map((group) => {
        const chosen = chosenOf(query, group);
        const title = strings.groups[group];
        const entries = (): readonly MenuEntry[] => [
          {
            kind: 'choice',
            label: strings.any,
            chosen: chosen === null,
            onSelect: () => onChange(withChoice(query, group, null)),
          },
          ...choicesOf(group, client).map(({ text: one, name }): MenuEntry => ({
            kind: 'choice',
            label: name,
            chosen: one === chosen?.text,
            onSelect: () => onChange(withChoice(query, group, one)),
          })),
        ];
        const name = chosen && (strings.values[chosen.text] ?? chosen.name);
        return (
          <Menu
            key={group}
            label={title}
            entries={entries}
            trigger={
              <DraftButton
                icon={icons[group]}
                label={title}
                said={name}
                undo={
                  name === null
                    ? null
                    : {
                        label: strings.remove(strings.chosen(title, name)),
                        onPress: () => onChange(withChoice(query, group, null)),
                      }
                }
              />
            }
          />
        );
      })}
    </div>
  );
}
