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
    summary: 'Import phone numbers; the answer counts the accepted ones',
    tag: 'people',
    auth: 'session',
    body: contactsSyncBody,
    answers: { 200: contactsSyncAnswer },
  },
  listMutuals: {
    method: 'GET',
    path: '/api/contacts/mutuals',
    summary: 'List the people who share numbers with the caller',
    tag: 'people',
    auth: 'session',
    answers: { 200: mutualsAnswer },
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read up to the newest one shown',
    tag: 'people',
    auth: 'session',
    body: notificationsRead,
    answers: { 204: noContent },
  },
  getPushKey: {
    method: 'GET',
    path: '/api/push',
    summary: 'Return the public key with which a browser subscribes to push messages',
    tag: 'people',
    auth: 'session',
    answers: { 200: pushKeyAnswer },
  },
  startPush: {
    method: 'POST',
    path: '/api/push',
    summary: 'Let this browser receive push messages',
    tag: 'people',
    auth: 'session',
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
    body: pushEndBody,
    answers: { 204: noContent },
  },
} as const satisfies Record<string, Route>;
