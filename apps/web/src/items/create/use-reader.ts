import { may } from '@foray/domain';
import { useMemo } from 'react';
import { assigneesOf, useAssignees, useClient, useReplica } from '../../replica/index.ts';
import type { Client, Replica } from '../../replica/index.ts';
import { useReadsTyping } from '../../settings/typing.ts';
import { readTyped, weekStartOf } from '@foray/typing';
import type { TypedReading, TypingContext } from '@foray/typing';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';
import { labelsInUse } from '../fields/labels-field.tsx';
import { timeAt, useNow } from '../fields/now.ts';
import { useToday } from '../fields/today.ts';
import { givenDue, readKinds } from './typed-item.ts';

const { locale } = new Intl.DateTimeFormat().resolvedOptions();
/** The locale in which this browser writes dates, and the first day of its weeks. */
export const dateLocale = { locale, weekStartsOn: weekStartOf(locale) };

/** Parses the title of a draft. */
export type Reader = (draft: ItemFormDraft) => TypedReading;

/** The circumstances in which titles are parsed. */
interface ReaderContext {
  readonly offered: OfferedFields;
  /** The place at which the form creates items. */
  readonly parentUuid: string | null;
  /** Whether titles are parsed; otherwise nothing is recognised. */
  readonly isRead: boolean;
  /** The civil day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The local time, `HH:MM`. */
  readonly now: string;
  /** The people to whom the items can be assigned. */
  readonly people: TypingContext['people'];
}

/** Returns a parser of titles, which looks for campaigns and labels in the client's items. */
export function createReader(client: Client, of: ReaderContext): Reader {
  const { offered, parentUuid, isRead, people } = of;
  const replica = client.replica.get();
  let campaigns: TypingContext['campaigns'] | null = null;
  let labels: readonly string[] | null = null;
  return (draft) => {
    const { title, asText = [] } = draft;
    const kinds = isRead ? readKinds(draft, offered, parentUuid) : new Set<never>();
    // Without its sign in the title, a large database need not be searched.
    if (title.includes('/') && kinds.has('campaign')) campaigns ??= openCampaigns(replica);
    if (title.includes('#')) labels ??= labelsInUse(replica);
    const given = givenDue(draft, offered);
    let context: TypingContext = {
      today: of.today,
      now: of.now,
      ...dateLocale,
      kinds,
      people,
      campaigns: campaigns ?? [],
      due: given,
      given: draft.labels ?? [],
      labels: labels ?? [],
      asText,
    };
    let reading = readTyped(title, context);
    // A time or a rule without a date counts from the day of the list.
    const { day = null } = draft;
    if (given === null && day !== null && !reading.tokens.some(({ kind }) => kind === 'date')) {
      context = { ...context, due: day };
      reading = readTyped(title, context);
    }
    const campaign = reading.tokens.find((token) => token.kind === 'campaign');
    if (campaign === undefined) return reading;
    // Another place has other people.
    return readTyped(title, { ...context, people: assigneesOf(client, campaign.value) });
  };
}

/**
 * Parses titles in a form as now; recognises nothing while it is switched off in Preferences. Returns a new
 * function when it may parse the same words differently.
 */
export function useReader(offered: OfferedFields, parentUuid: string | null): Reader {
  const isRead = useReadsTyping();
  const today = useToday();
  const now = timeAt(useNow());
  const client = useClient();
  const replica = useReplica();
  const people = useAssignees(parentUuid);
  return useMemo(() => {
    // The reader takes it from the client; the value shows when it changed.
    void replica;
    return createReader(client, { offered, parentUuid, isRead, today, now, people });
  }, [isRead, today, now, client, replica, people, parentUuid, offered]);
}

/** The open campaigns to which items may be added, latest first. */
function openCampaigns(replica: Replica): TypingContext['campaigns'] {
  const open = [...replica.rows()].filter(
    ({ type, status, permission, _deleted }) =>
      type === 'campaign' && status !== 'completed' && !_deleted && may(permission, 'addChild'),
  );
  open.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return open.map(({ uuid, title }) => ({ uuid, title }));
}
