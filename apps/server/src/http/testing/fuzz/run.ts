import type { Tables } from '@foray/authority/testing';
import type pg from 'pg';
import type { SentCodes } from '../sent-codes.ts';
import { disagreements, shownWithoutRight } from './agreement.ts';
import { createAnswerChecks } from './answers.ts';
import { Chance } from './chance.ts';
import { Contract, type ContractAnswer, type OpenApi, type ApiOperation } from './contract.ts';
import { KnownValues, resourceOf } from './known-values.ts';
import { FuzzPerson } from './person.ts';
import { Requests, type FuzzRequest } from './requests.ts';
import { fillWorld, meetAndPart } from './scene.ts';
import { VisibleState } from './sight.ts';
import { createWire, type Wire } from './wire.ts';

/** The target of a run. */
export interface FuzzTarget {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly codes: SentCodes;
  /** Moves the server's clock forward by this many milliseconds. */
  readonly wait: (ms: number) => void;
  /** Every committed row. */
  readonly tables: () => Promise<Tables>;
}

/** The findings of a run; every list has sentences, and is empty if there are no problems. */
export interface Findings {
  /** Responses of 500 and above, inside a batch too, and requests without a response. */
  readonly failures: string[];
  /** Responses that the document does not allow. */
  readonly outside: string[];
  /** Successes without the required session, token or origin. */
  readonly forged: string[];
  /** Responses that reveal something to those who may not know it. */
  readonly leaks: string[];
  /** Inconsistencies afterwards. */
  readonly disagreements: string[];
  /** How often each operation was called, and how often with success. */
  readonly calls: ReadonlyMap<string, { asked: number; succeeded: number }>;
}

/** Requests in flight at once, after which the database is checked. */
const requestsAtOnce = 16;
/** The most time that passes for the server between two rounds. */
const mostPauseMs = 10_000;
const mostFindings = 15;
/**
 * The share of the requests for operations that have not succeeded yet, and the rounds they get at the end.
 */
const openShare = 0.15;
const mostMore = 600;
/** The others continue at the end, because they create what those need, such as a block to unblock. */
const openShareInTheEnd = 0.5;
/** The share of the rounds in which people meet, while an operation on contacts has not succeeded. */
const meetingShare = 0.2;
/** How many findings of one kind in one operation are reported. */
const mostOfKind = 2;
/** Operations that end a session or an account are used less often, so that enough of them remain to use. */
const rare: ReadonlySet<string> = new Set(['logout', 'endSessions', 'endSession', 'deleteMe']);

/** The first numbers of the people, by letter: all of them are operators. */
export const fuzzPhones: ReadonlyMap<string, string> = new Map(
  [...'ABCDEF'].map((letter, at) => [letter, `+4915110000${100 + at}`]),
);

/** A node handles only a few of these at once, and answers 503 to the others. */
const mayBeBusy: ReadonlySet<string> = new Set(['exportMe']);

/** Sends this many requests of six people to every operation of the published document. */
export async function fuzz(
  target: FuzzTarget,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<Findings> {
  const run = await startRun(target, seed);
  for (let sent = 0; sent < requests && run.count() < mostFindings; sent += requestsAtOnce) {
    await run.round(openShare);
  }
  for (let more = 0; more < mostMore && run.open().length > 0; more += 1) {
    await run.round(openShareInTheEnd);
  }
  await run.end();
  return run.findings;
}

async function startRun(target: FuzzTarget, seed: number) {
  const wire = createWire(target.url);
  const chance = new Chance(seed);
  const contract = new Contract(await published(wire));
  const checks = await createAnswerChecks(wire, contract);
  const people = [...fuzzPhones].map(
    ([letter, phone], at) => new FuzzPerson(letter, phone, at < 4),
  );
  const shared = new KnownValues();
  const sight = new VisibleState(target.pool);
  const { codes } = target;
  const codeFor = (phone: string): string =>
    /^\d+/.exec(codes.lines.findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? '000000';
  const makes = new Requests({ contract, chance, people, shared, codeFor });
  const calls = new Map(
    contract.operations.map(({ operationId }) => [operationId, { asked: 0, succeeded: 0 }]),
  );
  const kinds = new Map<string, number>();
  let numbers = 0;
  const findings: Findings = {
    failures: [],
    outside: [],
    forged: [],
    leaks: [],
    disagreements: [],
    calls,
  };

  for (const person of people) await person.ensureSession(wire, codes);
  await fillWorld(wire, people, chance);
  await sight.look();
  await checkAtRest();

  /** Checks between two rounds, when no request is in progress. */
  async function checkAtRest(): Promise<void> {
    const tables = await target.tables();
    findings.disagreements.push(...(await disagreements(wire, people, tables)));
    findings.leaks.push(...(await shownWithoutRight(wire, people, tables)));
  }

  const open = (): readonly ApiOperation[] =>
    contract.operations.filter((one) => calls.get(one.operationId)?.succeeded === 0);
  const queued = contract.operations.filter(({ isQueued }) => isQueued);
  const anyOperation = (): ApiOperation => {
    // Changes of items create what everything else is about.
    const operation = chance.pick(chance.is(0.3) ? queued : contract.operations);
    return rare.has(operation.operationId) && chance.is(0.8) ? anyOperation() : operation;
  };
  const anyRequest = async (share: number): Promise<FuzzRequest> => {
    const lacking = open();
    const isOpen = lacking.length > 0 && chance.is(share);
    const quality = isOpen ? 'good' : chance.pick(['good', 'good', 'near', 'hostile'] as const);
    const [operation, person] = [
      isOpen ? chance.pick(lacking) : anyOperation(),
      chance.pick(people),
    ];
    if (contract.takes(operation, 'code') && chance.is(0.7)) await person.askForCode(wire);
    if (contract.takes(operation, 'new_code') && chance.is(0.7)) {
      numbers += 1;
      await person.askForNextCode(wire, `+4915110001${100 + numbers}`);
    }
    return makes.make(operation, person, quality);
  };

  function check(asked: FuzzRequest, userId: number | null, answer: ContractAnswer | Error): void {
    const add = (found: string[], ...problems: readonly string[]): void => {
      for (const problem of problems) {
        const kind = `${asked.operation?.operationId} ${problem.replaceAll(/\d+/g, '#')}`;
        const count = (kinds.get(kind) ?? 0) + 1;
        kinds.set(kind, count);
        if (count <= mostOfKind) found.push(`${problem}\n  ${tell(asked)}`);
      }
    };
    if (answer instanceof Error) return add(findings.failures, answer.message);
    const { status, body } = answer;
    const call = calls.get(asked.operation?.operationId ?? '');
    if (call !== undefined) {
      call.asked += 1;
      if (status < 300) call.succeeded += 1;
    }
    const isBusy = status === 503 && mayBeBusy.has(asked.operation?.operationId ?? '');
    if (!isBusy && [status, ...statusesIn(body)].some((one) => one >= 500)) {
      add(findings.failures, `${status} ${answer.text.slice(0, 500)}`);
    }
    if (asked.mustFail !== null && status < 400) {
      add(findings.forged, `${status} in spite of ${asked.mustFail}`);
    }
    add(findings.outside, ...checks.problemsOf(asked, answer));
    const asker = asked.isOwnSession ? userId : null;
    add(findings.leaks, ...sight.leaksIn(asked, asker, answer, people));
  }

  return {
    findings,
    count: () => Object.values(findings).flatMap((one) => (Array.isArray(one) ? one : [])).length,
    open,
    /** `share` is the share of operations that have never succeeded so far. */
    async round(share: number): Promise<void> {
      const needsContacts = open().some(({ path }) => resourceOf(path) === 'contacts');
      if (needsContacts && chance.is(meetingShare)) await meetAndPart(wire, people, chance);
      const asked: FuzzRequest[] = [];
      while (asked.length < requestsAtOnce) asked.push(await anyRequest(share));
      const userIds = asked.map(({ person }) => person.userId);
      const answers = await Promise.all(
        asked.map(({ sent }) => wire.send(sent).catch((error: Error) => error)),
      );
      await sight.look();
      target.wait(chance.below(mostPauseMs));
      for (const [at, one] of asked.entries()) {
        const answer = answers[at];
        if (answer === undefined) continue;
        check(one, userIds[at] ?? null, answer);
        if (answer instanceof Error) continue;
        learn(one, answer, shared);
        if (one.isOwnSession) one.person.takeCookies(answer);
      }
      const unsettled = asked.filter((one, at) => mayEndSession(one, answers[at]));
      for (const person of new Set(unsettled.map((one) => one.person))) {
        await person.ensureSession(wire, codes);
      }
    },
    async end(): Promise<void> {
      if (this.count() < mostFindings) {
        for (const person of people) await person.ensureSession(wire, codes);
        await checkAtRest();
      }
      wire.close();
    },
  };
}

async function published(wire: Wire): Promise<OpenApi> {
  const path = '/api/openapi.json';
  const { body } = await wire.send({ method: 'GET', path, headers: [], body: null });
  return body as OpenApi;
}

/** Whether its browser may now be signed in differently, or not at all. */
function mayEndSession(
  { sent, isOwnSession }: FuzzRequest,
  answer: ContractAnswer | Error | undefined,
): boolean {
  if (!isOwnSession) return false;
  if (answer === undefined || answer instanceof Error) return true;
  const isOfItem = resourceOf(sent.path) === 'items';
  return answer.status === 401 || (answer.status < 300 && sent.method !== 'GET' && !isOfItem);
}

/** Adds the values of a response to those that its sender knows, and that others can guess. */
function learn(
  { person, sent, isOwnSession }: FuzzRequest,
  answer: ContractAnswer,
  shared: KnownValues,
): void {
  if (!isOwnSession || answer.status >= 400) return;
  for (const known of [person.known, shared]) {
    known.learn(sent.path, answer.body);
    for (const name of ['etag', 'x-position']) {
      const value = answer.headers[name];
      if (typeof value === 'string') known.add(name, value);
    }
  }
}

/** The statuses inside a batch. */
function statusesIn(body: unknown): readonly number[] {
  const { results } = (body ?? {}) as { readonly results?: unknown };
  return Array.isArray(results) ? results.map(({ status }) => Number(status)) : [];
}

function tell({ person, sent }: FuzzRequest): string {
  const headers = sent.headers.filter(([name]) => name !== 'cookie');
  const parts = [person.letter, sent.method, sent.path, JSON.stringify(headers), sent.body ?? ''];
  return parts.map((part) => String(part).slice(0, 400)).join(' ');
}
