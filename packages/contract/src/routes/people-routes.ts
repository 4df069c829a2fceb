import { blockBody, blockedAnswer, reportBody } from '../people/blocks.ts';
import { contactsSyncAnswer, contactsSyncBody, mutualsAnswer } from '../people/people.ts';
import { notificationsRead } from '../items/notification.ts';
import { numberParams } from '../items/queries.ts';
import { privateRowsBody } from '../people/private-rows.ts';
import { pushEndBody, pushKeyAnswer, pushSubscriptionBody } from '../people/push.ts';
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
  listBlocked: {
    method: 'GET',
    path: '/api/contacts/blocked',
    summary: 'List the people that the caller has blocked',
    answers: { 200: blockedAnswer },
  },
  removeContact: {
    method: 'DELETE',
    path: '/api/contacts/:id',
    summary: "Remove a mutual contact's number from the caller's list until it is imported again",
    params: numberParams,
    answers: { 204: noContent },
    errors: ['invalid'],
  },
  blockContact: {
    method: 'POST',
    path: '/api/contacts/:id/block',
    summary: 'Block a mutual contact, and leave all of their items if the body says so',
    params: numberParams,
    body: blockBody,
    bodyOptional: true,
    answers: { 204: noContent },
    errors: ['invalid'],
  },
  unblockContact: {
    method: 'DELETE',
    path: '/api/contacts/:id/block',
    summary:
      "Unblock a person; people who still have each other's number are mutual contacts again",
    params: numberParams,
    answers: { 204: noContent },
    errors: ['invalid'],
  },
  reportContact: {
    method: 'POST',
    path: '/api/contacts/:id/report',
    summary:
      'Report a present or former mutual contact or a blocked person to the operator, and block a contact if the body says so',
    params: numberParams,
    body: reportBody,
    answers: { 204: noContent },
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read up to the newest one shown',
    body: notificationsRead,
    answers: { 204: noContent },
  },
  putPrivateRows: {
    method: 'POST',
    path: '/api/private',
    summary: "Change or remove rows of the caller's own, such as settings and saved views",
    body: privateRowsBody,
    answers: { 204: noContent },
    errors: ['limit'],
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
