import type { QueuedRequest } from '@foray/sync';
import { useState } from 'react';
import { formatMoment, messages } from '../../messages/messages.ts';
import { useActions, useItem } from '../../replica/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { describeRequest, reasonOf } from './parked-request.ts';

const { preferences } = messages;

function AttentionRow({ request }: { readonly request: QueuedRequest }) {
  const actions = useActions();
  const item = useItem(request.itemUuid ?? '');
  const [isAsking, setIsAsking] = useState(false);
  const what = describeRequest(request, item?.title);
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(request.data, null, 2));
    toast({ title: preferences.attentionCopied });
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
          onClick={() => {
            void actions.retryParked(request.id);
            announce(preferences.attentionRetried);
          }}
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
          onClick={() => setIsAsking(true)}
        >
          {preferences.attentionDiscard}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={preferences.attentionDiscardTitle}
        body={preferences.attentionDiscardText}
        confirmLabel={preferences.attentionDiscard}
        onConfirm={() => void actions.discardParked(request.id)}
        destructive
      />
    </li>
  );
}

/** Needs attention: what the server did not accept, kept until the person decides (SYNC-07). */
export function AttentionPanel({ requests }: { readonly requests: readonly QueuedRequest[] }) {
  return (
    <Card>
      <div className="p-4 pb-2 md:px-5 md:pt-5">
        <h2 className="flex items-center gap-2 text-lead font-strong">
          {preferences.attention}
          <Badge tone="warning" icon="warning">
            {requests.length}
          </Badge>
        </h2>
        <p className="mt-0.5 text-ink-3">{preferences.attentionText}</p>
      </div>
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <AttentionRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}
