import { contactsSyncAnswer, contactsSyncBody, mutualsAnswer } from './contacts.ts';
import { notificationsRead } from './notification.ts';
import { pushEndBody, pushKeyAnswer, pushSubscriptionBody } from './push.ts';
import { noContent } from './route.ts';
import type { Route } from './route.ts';

/** Contacts, notifications and push messages (product.md, "Contacts" and "Notifications"). */
export const peopleRoutes = {
  syncContacts: {
    method: 'POST',
    path: '/api/contacts/sync',
    summary: 'Import phone numbers; the answer counts those that were accepted',
    tag: 'people',
    auth: 'session',
    csrf: true,
    body: contactsSyncBody,
    answers: { 200: contactsSyncAnswer },
    errors: [],
  },
  listMutuals: {
    method: 'GET',
    path: '/api/contacts/mutuals',
    summary: 'List the people who have my number and whose number I have',
    tag: 'people',
    auth: 'session',
    csrf: false,
    answers: { 200: mutualsAnswer },
    errors: [],
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications read up to the newest one shown',
    tag: 'people',
    auth: 'session',
    csrf: true,
    body: notificationsRead,
    answers: { 204: noContent },
    errors: [],
  },
  getPushKey: {
    method: 'GET',
    path: '/api/push',
    summary: 'Tell the key that a browser subscribes to push messages with',
    tag: 'people',
    auth: 'session',
    csrf: false,
    answers: { 200: pushKeyAnswer },
    errors: [],
  },
  startPush: {
    method: 'POST',
    path: '/api/push',
    summary: 'Let this browser receive push messages',
    tag: 'people',
    auth: 'session',
    csrf: true,
    body: pushSubscriptionBody,
    answers: { 204: noContent },
    errors: ['limit'],
  },
  endPush: {
    method: 'DELETE',
    path: '/api/push',
    summary: 'Stop push messages to a browser',
    tag: 'people',
    auth: 'session',
    csrf: true,
    body: pushEndBody,
    answers: { 204: noContent },
    errors: [],
  },
} as const satisfies Record<string, Route>;
