import { pageSize } from '@foray/domain';
import type { QueuedRequest } from '@foray/sync';
import { useState } from 'react';
import { copyText } from '../../adapters/clipboard.ts';
import { formatMoment, messages } from '../../messages/messages.ts';
import { useActions, useRow } from '../../replica/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { firstPress } from '../../ui/first-press.ts';
import { toast } from '../../ui/toast.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { describeRequest, reasonOf } from './parked-request.ts';

const { preferences } = messages;

function AttentionRow({ request }: { readonly request: QueuedRequest }) {
  const actions = useActions();
  // A delete is about an item that is no longer shown.
  const item = useRow(request.itemUuid ?? '');
  const [along, setAlong] = useState<readonly QueuedRequest[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const what = describeRequest(request, item?.title);
  const copy = async () => {
    const isCopied = await copyText(`${what}\n${JSON.stringify(request.data ?? {}, null, 2)}`);
    if (isCopied) toast({ title: preferences.attentionCopied });
    else
      toast({
        tone: 'error',
        title: preferences.notCopied,
        description: preferences.notCopiedText,
      });
  };
  const askToDiscard = async () => {
    const fallen = await actions.discardedWith(request.id);
    if (fallen === null) {
      toast({ tone: 'error', title: messages.error, description: messages.files.problems.store });
      return;
    }
    setAlong(fallen);
    setIsAsking(true);
  };
  return (
    <li className="flex flex-col gap-2 px-4 py-3 md:px-5 md:flex-row md:items-center">
      <div className="min-w-0 flex-1">
        <p className="two-lines font-strong">{what}</p>
        <p className="text-meta text-ink-3">
          {reasonOf(request)} · {formatMoment(request.timestamp)}
        </p>
      </div>
      <div className="flex gap-1">
        <Button
          size="small"
          aria-label={preferences.attentionRetryNamed(what)}
          onClick={firstPress(() => {
            void actions.retryParked(request.id);
            announce(preferences.attentionRetried);
          })}
        >
          {preferences.attentionRetry}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={preferences.attentionCopyNamed(what)}
          onClick={() => void copy()}
        >
          {preferences.attentionCopy}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={preferences.attentionDiscardNamed(what)}
          onClick={() => void askToDiscard()}
        >
          {preferences.attentionDiscard}
        </Button>
      </div>
      <DiscardQuestion
        request={request}
        along={along}
        open={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => void actions.discardParked(request.id)}
      />
    </li>
  );
}

/** Needs attention: what the server did not accept, kept until the person decides (SYNC-07). */
export function AttentionPanel({ requests }: { readonly requests: readonly QueuedRequest[] }) {
  const actions = useActions();
  const [shown, setShown] = useState(pageSize);
  const left = requests.length - shown;
  const retryAll = async () => {
    for (const { id } of requests) await actions.retryParked(id);
    announce(preferences.attentionRetried);
  };
  return (
    <Card>
      <div className="flex items-start gap-4 p-4 pb-2 md:px-5 md:pt-5">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-lead font-strong">
            {preferences.attention}
            <Badge tone="warning" icon="warning">
              {requests.length}
            </Badge>
          </h2>
          <p className="mt-0.5 text-ink-3">{preferences.attentionText}</p>
        </div>
        {requests.length > 1 && (
          <Button size="small" onClick={() => void retryAll()}>
            {preferences.attentionRetryAll}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {requests.slice(0, shown).map((request) => (
          <AttentionRow key={request.id} request={request} />
        ))}
      </ul>
      {left > 0 && (
        <div className="border-t border-line p-4 md:px-5">
          <Button size="small" onClick={() => setShown(shown + pageSize)}>
            {preferences.showMore(left)}
          </Button>
        </div>
      )}
    </Card>
  );
}
