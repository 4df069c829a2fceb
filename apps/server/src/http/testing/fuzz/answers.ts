import { headerNames } from '@foray/contract';
import type { ContractAnswer, Contract, ApiOperation } from './contract.ts';
import type { FuzzRequest } from './requests.ts';
import type { Wire } from './wire.ts';

/** Headers that belong to one answer alone. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** The limit of a request's line and headers; Node itself answers longer ones. */
const maxHeadBytes = 16_000;

/** The checks of every answer. */
export interface AnswerChecks {
  /** The problems of a response, as sentences; empty if it matches the document. */
  problemsOf(asked: FuzzRequest, answer: ContractAnswer): readonly string[];
}

/** Reads from two plain responses of the server which headers all of its responses have. */
export async function createAnswerChecks(wire: Wire, contract: Contract): Promise<AnswerChecks> {
  const namesAt = async (path: string): Promise<readonly string[]> => {
    const { headers } = await wire.send({ method: 'GET', path, headers: [], body: null });
    return Object.keys(headers).filter((name) => !ownHeaders.has(name));
  };
  const shared = { api: await namesAt('/api/nothing'), other: await namesAt('/healthz') };

  return {
    problemsOf({ sent, operation }, answer) {
      const { status, headers } = answer;
      const isApi = sent.path.startsWith('/api/') || sent.path === '/csrf-cookie';
      const lacking = shared[isApi ? 'api' : 'other'].filter((name) => headers[name] === undefined);
      const problems = lacking.map((name) => `${status} lacks the header ${name}`);
      const mustSayWhen = status === 429 || status === 503;
      if (mustSayWhen && headers[headerNames.retryAfter] === undefined) {
        problems.push(`${status} does not say when to try again`);
      }
      const isTooLarge = headOf(sent) > maxHeadBytes;
      const problem =
        operation === null || (isTooLarge && status === 413)
          ? refusalProblem(answer, isTooLarge ? 'too_large' : 'not_found')
          : isOldEmpty(sent, answer)
            ? null
            : contract.problemOf(operation, answer);
      if (problem !== null) problems.push(problem);
      return [...problems, ...problemsInBatch(contract, sent, answer)];
    },
  };
}

interface SentEntry {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}
interface Result {
  readonly id: string;
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } } | null;
}

/** Checks that each result of a batch is possible for its request alone, in the order of the requests. */
function problemsInBatch(
  contract: Contract,
  { body: sentBody }: FuzzRequest['sent'],
  { body }: ContractAnswer,
): readonly string[] {
  const { results } = (body ?? {}) as { readonly results?: readonly Result[] };
  if (!Array.isArray(results) || typeof sentBody !== 'string') return [];
  const { requests } = JSON.parse(sentBody) as { readonly requests: readonly SentEntry[] };
  if (requests.length !== results.length) return ['a batch has another number of results'];
  return requests.flatMap((entry, at) => {
    const result = results[at] as Result;
    if (result.id !== entry.id) return ['a batch has its results in another order'];
    const problem = problemOfResult(contract.match(entry.method, entry.url), result);
    return problem === null ? [] : [`in a batch: ${problem}`];
  });
}

function problemOfResult(operation: ApiOperation | null, { status, body }: Result): string | null {
  const code = body?.error?.code;
  if (operation === null) return code === 'not_found' ? null : `${status} for what there is not`;
  const documented = operation.responses[status];
  if (documented === undefined) return `status ${status} is not in the document`;
  if (code === undefined) return status < 300 ? null : `${status} without an error`;
  const isNamed = documented.description.split(', ').includes(code);
  return isNamed ? null : `${code} is not in the document for ${status}`;
}

type SentHead = Pick<FuzzRequest['sent'], 'path' | 'headers'>;

function headOf({ path, headers }: SentHead): number {
  return path.length + headers.flat().join('').length;
}

/** Whether the answer is empty because a change ended the right to see the item, as before protocol 2. */
function isOldEmpty({ headers }: SentHead, { status, text }: ContractAnswer): boolean {
  const named = headers.find(([name]) => name === headerNames.protocol)?.[1];
  return named !== undefined && Number(named) < 2 && status < 300 && text === '';
}

function refusalProblem({ status, body }: ContractAnswer, wanted: string): string | null {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: string } };
  return error?.code === wanted ? null : `${status} ${error?.code} in place of ${wanted}`;
}
