import { accountExport } from '../account/account-export.ts';
import {
  confirmBody,
  loginBody,
  loginCodeBody,
  numberBody,
  okAnswer,
  profileBody,
  sessionsAnswer,
  userAnswer,
} from '../account/auth.ts';
import { numberParams, pageBeforeQuery } from '../items/queries.ts';
import { recoveryCodes, recoveryCodesBody, recoveryCodesLeft } from '../account/recovery-codes.ts';
import { noContent } from './route.ts';
import type { RouteInChapter } from './route.ts';
import { securityEventsPage } from '../account/security-events.ts';

/** Signing in and out, and the caller's own account (API-01 to API-03). */
export const accountRoutes = {
  getCsrfCookie: {
    method: 'GET',
    path: '/csrf-cookie',
    summary: 'Set the XSRF-TOKEN cookie; called before signing in and out',
    auth: 'none',
    answers: { 204: noContent },
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in by phone and name, with a code where the server sends codes',
    auth: 'none',
    body: loginBody,
    answers: { 200: userAnswer },
    errors: ['invalid_code', 'start_unclear', 'forbidden', 'number_taken', 'wrong_actor'],
  },
  requestLoginCode: {
    method: 'POST',
    path: '/api/login/code',
    summary: 'Send a code for one purpose to a phone; the same answer where no code is sent',
    auth: 'none',
    body: loginCodeBody,
    answers: { 200: okAnswer },
    errors: ['proof_required', 'number_unsupported', 'unauthenticated', 'epoch_changed'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'End this session',
    answers: { 204: noContent },
  },
  getMe: {
    method: 'GET',
    path: '/api/me',
    summary: 'Return the signed-in user',
    answers: { 200: userAnswer },
  },
  updateMe: {
    method: 'PATCH',
    path: '/api/me',
    summary: "Change the caller's name",
    body: profileBody,
    answers: { 200: userAnswer },
  },
  deleteMe: {
    method: 'DELETE',
    path: '/api/me',
    summary: "Delete the caller's account; items in campaigns of others pass to their owners",
    body: confirmBody,
    bodyOptional: true,
    answers: { 204: noContent },
    errors: ['invalid_code'],
  },
  changeNumber: {
    method: 'POST',
    path: '/api/me/phone',
    summary:
      "Change the caller's number, with a code from the old and the new one where the server sends codes",
    body: numberBody,
    answers: { 200: userAnswer },
    errors: ['invalid_code', 'number_taken'],
  },
  exportMe: {
    method: 'POST',
    path: '/api/me/export',
    summary: 'Return everything that the server stores about the caller, as of one moment',
    body: confirmBody,
    bodyOptional: true,
    answers: { 200: accountExport },
    errors: ['invalid_code'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: "List one's own sessions, latest used first",
    answers: { 200: sessionsAnswer },
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'End all sessions of the caller, including this one',
    body: confirmBody,
    bodyOptional: true,
    answers: { 204: noContent },
    errors: ['invalid_code'],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End a session of the caller',
    params: numberParams,
    answers: { 204: noContent },
    errors: ['invalid'],
  },
  countRecoveryCodes: {
    method: 'GET',
    path: '/api/recovery-codes',
    summary: "Count the caller's unused recovery codes",
    answers: { 200: recoveryCodesLeft },
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/recovery-codes',
    summary: 'Replace the recovery codes by new ones, where the server sends codes',
    body: recoveryCodesBody,
    answers: { 200: recoveryCodes },
    errors: ['invalid_code', 'forbidden'],
  },
  listSecurityEvents: {
    method: 'GET',
    path: '/api/security-events',
    summary: "List what was done with one's own account, latest first",
    query: pageBeforeQuery,
    answers: { 200: securityEventsPage },
  },
} as const satisfies Record<string, RouteInChapter>;
