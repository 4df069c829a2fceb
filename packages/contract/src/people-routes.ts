import { contactsSyncAnswer, contactsSyncBody, mutualsAnswer } from './people.ts';
import { notificationsRead } from './notification.ts';
import { pushEndBody, pushKeyAnswer, pushSubscriptionBody } from './push.ts';
import { noContent } from './route.ts';
import type { RouteInChapter } from './route.ts';

/** Contacts, notifications and push messages (product.md, "Contacts" and "Notifications"). */
export const peopleRoutes = {
  syncContacts: {
    method: 'POST',
    path: '/api/contacts/sync',
    summary: 'Import phone numbers; the answer counts the accepted ones',
    body: contactsSyncBody,
    answers: { 200: contactsSyncAnswer },
  },
  listMutuals: {
    method: 'GET',
    path: '/api/contacts/mutuals',
    summary: 'List the people who share numbers with the caller',
    answers: { 200: mutualsAnswer },
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read up to the newest one shown',
    body: notificationsRead,
    answers: { 204: noContent },
  },
  getPushKey: {
    method: 'GET',
    path: '/api/push',
    summary: 'Return the public key with which a browser subscribes to push messages',
    answers: { 200: pushKeyAnswer },
  },
  startPush: {
    method: 'POST',
    path: '/api/push',
    summary: 'Let this browser receive push messages',
    body: pushSubscriptionBody,
    answers: { 204: noContent },
    errors: ['limit'],
  },
  endPush: {
    method: 'DELETE',
    path: '/api/push',
    summary: 'Stop push messages to a browser',
    body: pushEndBody,
    answers: { 204: noContent },
  },
} as const satisfies Record<string, RouteInChapter>;
