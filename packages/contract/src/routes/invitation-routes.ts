import {
  invitationBody,
  invitationsAnswer,
  invitationsBody,
  invitedPerson,
  madeInvitations,
} from '../account/invitations.ts';
import { numberParams, pageBeforeQuery } from '../items/queries.ts';
import { noContent } from './route.ts';
import type { RouteInChapter } from './route.ts';

/** Invitations, by which people sign in without a code (decision 0197). */
export const invitationRoutes = {
  readInvitation: {
    method: 'POST',
    path: '/api/invitation',
    summary: 'Return whom an invitation is for; it is used by signing in with its token',
    auth: 'none',
    body: invitationBody,
    answers: { 200: invitedPerson },
    errors: ['invalid_code'],
  },
  listInvitations: {
    method: 'GET',
    path: '/api/invitations',
    summary: 'List the invitations of the server, for an operator',
    query: pageBeforeQuery,
    answers: { 200: invitationsAnswer },
    errors: ['forbidden', 'invalid'],
  },
  makeInvitations: {
    method: 'POST',
    path: '/api/invitations',
    summary: 'Invite people who have no account yet, for an operator',
    body: invitationsBody,
    answers: { 200: madeInvitations },
    errors: ['forbidden'],
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/invitations/:id',
    summary: 'Revoke an invitation that was not used, for an operator',
    params: numberParams,
    answers: { 204: noContent },
    errors: ['forbidden', 'invalid'],
  },
} as const satisfies Record<string, RouteInChapter>;
