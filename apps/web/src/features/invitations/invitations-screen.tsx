import type { Invitation } from '@foray/contract';
import { useCallback, useEffect, useState } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { copyText } from '../../adapters/browser/clipboard.ts';
import { pageCalls } from '../../adapters/server/page-calls.ts';
import { withIsolation } from '../../messages/bidi-isolation.ts';
import { invitations } from '../../messages/en/invitations.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/display/panel.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { readTypedPeople } from './typed-people.ts';

const strings = withIsolation(invitations);

type Made = Invitation & { readonly token: string };

interface Page {
  readonly data: readonly Made[];
  readonly next?: number | null;
}

function isList(body: unknown): body is Page {
  return Array.isArray((body as { readonly data?: unknown } | null)?.data);
}

const isNothing = (body: unknown): body is null => body === null;

/** Calls the server, and returns the response or a sentence that says why there is none. */
async function ask<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  isExpected: (body: unknown) => body is T,
  body?: unknown,
): Promise<
  { readonly body: T } | { readonly problem: string; readonly fields: readonly string[] }
> {
  const reply = await pageCalls.send({ method, path, body, isExpected });
  if (reply.kind === 'answer') return { body: reply.body };
  if (reply.kind === 'noAnswer') return { problem: strings.offline, fields: [] };
  const error = reply.kind === 'refusal' ? reply.error : null;
  const fields = Object.keys(error?.fields ?? {});
  const known = { forbidden: strings.forbidden, rate_limited: strings.limited } as const;
  return { problem: known[error?.code as keyof typeof known] ?? strings.failed, fields };
}

const linkOf = ({ token }: Made): string => `${location.origin}/login#${token}`;

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast({ title: strings.copied });
  else toastError(strings.failed);
}

/** The invitations, and the time at which they were read. */
interface Listed {
  readonly invitations: readonly Invitation[];
  /** The place at which earlier ones begin; null if all are here. */
  readonly next: number | null;
  readonly nowMs: number;
}

async function readList(
  before: number | null = null,
): Promise<Listed | { readonly problem: string }> {
  const query = before === null ? '' : `?before=${before}`;
  const answer = await ask('GET', `/api/invitations${query}`, isList);
  if ('problem' in answer) return answer;
  const { data, next = null } = answer.body;
  return { invitations: data, next, nowMs: browserClock.nowMs() };
}

/** The operator's page: makes links that sign people in, lists them, and withdraws them. */
export function InvitationsScreen() {
  const [listed, setListed] = useState<Listed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<readonly Made[]>([]);
  const show = useCallback((answer: Awaited<ReturnType<typeof readList>>) => {
    if ('problem' in answer) return setProblem(answer.problem);
    setProblem(null);
    setListed(answer);
  }, []);
  const load = useCallback(() => readList().then(show), [show]);
  useEffect(() => {
    let isCurrent = true;
    void readList().then((answer) => isCurrent && show(answer));
    return () => void (isCurrent = false);
  }, [show]);

  async function showEarlier({ invitations: shown, next }: Listed): Promise<void> {
    const answer = await readList(next);
    if ('problem' in answer) return toastError(answer.problem);
    setListed({ ...answer, invitations: [...shown, ...answer.invitations] });
  }

  async function revoke(id: number): Promise<void> {
    const answer = await ask('DELETE', `/api/invitations/${id}`, isNothing);
    if ('problem' in answer) toastError(answer.problem);
    await load();
  }

  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <ScreenHeading title={strings.title} subtitle={strings.subtitle} />
      {problem !== null && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert">{problem}</p>
          <Button onClick={() => void load()}>{strings.retry}</Button>
        </div>
      )}
      {problem === null && listed === null && <p role="status">{strings.loading}</p>}
      {listed !== null && (
        <>
          <MakeLinks
            onMade={(links) => {
              setMade(links);
              void load();
            }}
          />
          {made.length > 0 && <NewLinks made={made} />}
          <Panel title={strings.listed}>
            {listed.invitations.length === 0 && <p className="text-ink-3">{strings.empty}</p>}
            <ul className="divide-y divide-line">
              {listed.invitations.map((one) => (
                <Row
                  key={one.id}
                  invitation={one}
                  nowMs={listed.nowMs}
                  onRevoke={() => void revoke(one.id)}
                />
              ))}
            </ul>
            {listed.next !== null && (
              <Button className="mt-3" onClick={() => void showEarlier(listed)}>
                {strings.earlier}
              </Button>
            )}
          </Panel>
        </>
      )}
    </div>
  );
}

function MakeLinks({ onMade }: { readonly onMade: (made: readonly Made[]) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);

  async function make(): Promise<void> {
    const { people, bad } = readTypedPeople(text);
    if (bad.length > 0) return setProblem(strings.badLines(bad.join(', ')));
    if (people.length === 0) return setProblem(strings.none);
    setIsBusy(true);
    const answer = await ask('POST', '/api/invitations', isList, { people });
    setIsBusy(false);
    if ('body' in answer) {
      setText('');
      return onMade(answer.body.data);
    }
    const refused = answer.fields.flatMap((field) => {
      const place = /^people\.(\d+)\./.exec(field)?.[1];
      const phone = people[Number(place)]?.phone;
      return phone === undefined ? [] : phone;
    });
    setProblem(refused.length > 0 ? strings.badLines(refused.join(', ')) : answer.problem);
  }

  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void make();
      }}
    >
      <div className="w-full">
        <TextArea
          label={strings.people}
          hint={strings.peopleHint}
          placeholder={strings.example}
          rows={4}
          value={text}
          error={problem}
          onChange={(event) => {
            setProblem(undefined);
            setText(event.target.value);
          }}
        />
      </div>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel={strings.making}>
        {strings.make}
      </Button>
    </form>
  );
}

/** The links, which nothing shows again. */
function NewLinks({ made }: { readonly made: readonly Made[] }) {
  const all = made.map((one) => `${one.phone}\t${one.name}\t${linkOf(one)}`).join('\n');
  return (
    <Panel title={strings.made(made.length)} description={strings.madeText}>
      <ul className="divide-y divide-line">
        {made.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 break-words">
              <span className="font-strong">{one.name}</span>{' '}
              <span dir="ltr" className="text-ink-3">
                {one.phone}
              </span>
              <code dir="ltr" className="block text-meta break-all">
                {linkOf(one)}
              </code>
            </span>
            <Button onClick={() => void copy(linkOf(one))}>{strings.copy}</Button>
          </li>
        ))}
      </ul>
      <Button className="mt-3" onClick={() => void copy(all)}>
        {strings.copyAll}
      </Button>
    </Panel>
  );
}

function Row({
  invitation: { name, phone, expires_at, used_at, revoked_at },
  nowMs,
  onRevoke,
}: {
  readonly invitation: Invitation;
  readonly nowMs: number;
  readonly onRevoke: () => void;
}) {
  const { states } = strings;
  const isExpired = Date.parse(expires_at) <= nowMs;
  const end =
    used_at !== null
      ? states.used
      : revoked_at !== null
        ? states.revoked
        : isExpired
          ? states.expired
          : null;
  const day = new Date(expires_at).toLocaleDateString();
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="min-w-0 flex-1 break-words">
        <span className="font-strong">{name}</span>{' '}
        <span dir="ltr" className="text-ink-3">
          {phone}
        </span>
        <span className="block text-meta text-ink-3">
          {end ?? `${strings.open}, ${strings.until(day)}`}
        </span>
      </span>
      {end === null && (
        <Button aria-label={strings.revokeNamed(name)} onClick={onRevoke}>
          {strings.revoke}
        </Button>
      )}
    </li>
  );
}
