import { z } from 'zod';

/** A browser's push subscription, as PushSubscription.toJSON gives it; other fields are ignored. */
export const pushSubscriptionBody = z
  .object({
    endpoint: z.httpUrl().max(2000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  })
  .meta({ id: 'PushSubscription' });
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

/** The subscription to end. */
export const pushEndBody = z.object({ endpoint: z.string().max(2000) }).meta({ id: 'PushEnd' });

/** The applicationServerKey that a browser subscribes with, in base64url. */
export const pushKeyAnswer = z.object({ key: z.string() }).meta({ id: 'PushKey' });
export type PushKeyAnswer = z.infer<typeof pushKeyAnswer>;
