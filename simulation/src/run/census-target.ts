import { errorCodes, errorStatus, notRun, type ErrorCode } from '@foray/contract';
import { inEditors } from '../steps/item-step.ts';
import { lastingRoutes } from '../story/lasting.ts';
import { counted, ofItems } from '../steps/damaging.ts';
import { faultNames, type FaultName } from '../story/story.ts';

/**
 * The minimum number of times that each event of {@link censusTarget} occurs in {@link targetSeeds} stories.
 */
export const targetCount = 100;
/** See {@link targetCount}. */
export const targetSeeds = 10_000;

const commands = {
  create: { route: 'POST /api/items', successes: [201, 200] },
  patch: { route: 'PATCH /api/items/{id}', successes: [200] },
  assign: { route: 'POST /api/items/{id}/assign', successes: [200] },
  label: { route: 'POST /api/items/{id}/labels', successes: [200] },
  position: { route: 'POST /api/items/{id}/position', successes: [200] },
  occurrence: { route: 'POST /api/items/{id}/occurrences', successes: [200] },
  remove: { route: 'POST /api/items/{id}/remove', successes: [200] },
  delete: { route: 'DELETE /api/items/{id}', successes: [204] },
  restore: { route: 'POST /api/items/{id}/restore', successes: [200] },
} as const;
type Command = keyof typeof commands;

const calls = [
  'items',
  'changes',
  'pull',
  'self-check',
  'batch',
  'read',
  'private',
  'contacts',
  'rename',
  'trash',
  'login',
  'logout',
] as const;
type Call = (typeof calls)[number];

/** Refusals that are never the answer to an entry of a batch, with the reason. */
const neverOfEntries: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_json: 'a batch is one body',
  unauthenticated: 'the session is that of the whole call',
  csrf: 'the token is that of the whole call',
  wrong_actor: 'it refuses the whole call',
  epoch_changed: 'it refuses the whole call',
  start_unclear: 'it is of signing in',
  proof_required: 'it is of signing in',
  too_large: 'it refuses the whole call',
  invalid: 'a device checks fields by the same rules before',
  illegal_parent: 'types never change, and a device checks them before',
  invalid_code: 'it is of signing in',
  number_taken: 'it is of a change of number',
  number_unsupported: 'it is of signing in',
  key_reused: 'what a device changes takes a new key',
  uuid_taken: 'a uuid is given once, and a guest comes into one account only',
  too_old: 'it refuses the whole call',
  rate_limited: 'it refuses the whole call',
  unavailable: 'it refuses the whole call',
};

const noParent = { parent_pending: 'it names no parent', parent_gone: 'it names no parent' };
/** Further refusals that are never the answer to some commands. */
const neverOfCommand: Readonly<
  Record<Command, Readonly<Partial<Record<ErrorCode | typeof notRun, string>>>>
> = {
  create: {
    not_found: 'it names no item but its parent',
    stale: 'it is based on nothing',
    after_failed: 'it is based on nothing',
  },
  patch: {},
  assign: { ...noParent },
  remove: {
    ...noParent,
    unknown_assignee: 'it only ends assignments',
    limit: 'it brings nothing new',
  },
  occurrence: {
    ...noParent,
    unknown_assignee: 'it assigns nobody',
    limit: 'copies have a limit of their own, which makes room',
    stale: 'its number takes the place of a version',
  },
  label: {
    ...noParent,
    unknown_assignee: 'it assigns nobody',
    limit: 'people give fewer labels than an item may have; see the tests',
    stale: 'it is based on nothing',
    after_failed: 'it is based on nothing',
  },
  position: {
    ...noParent,
    unknown_assignee: 'it assigns nobody',
    limit: 'it brings nothing new',
    stale: 'it is based on nothing',
    after_failed: 'it is based on nothing',
  },
  delete: { ...noParent, unknown_assignee: 'it assigns nobody', limit: 'it brings nothing new' },
  restore: {
    ...noParent,
    unknown_assignee: 'it assigns nobody',
    forbidden:
      'who is offered it managed the item; of what somebody else restored first see the tests',
    after_failed: 'the delete that it follows was sent, and is settled before',
    stale: 'nothing changes what is deleted, and what somebody restored first is answered as it is',
  },
};

/** Refusals of whole calls by the server itself; refusals on the way are faults. */
const ofCalls: readonly ErrorCode[] = [
  'unauthenticated',
  'wrong_actor',
  'epoch_changed',
  'too_large',
  'internal',
  'unavailable',
];
const lastOfRun = 'it is the last call of a run, of which an earlier one is refused';
const readOnly = 'it writes nothing that could fail';
const ofNobody = 'it is in nobody’s name';
const onlyBatches = 'only a batch carries much';
/** Calls that need no session. */
const ofNoSession = {
  unauthenticated: ofNobody,
  wrong_actor: ofNobody,
  epoch_changed: 'it is not decided by what the device was told',
  too_large: onlyBatches,
};

const neverOfCall: Readonly<Record<Call, Readonly<Partial<Record<ErrorCode, string>>>>> = {
  items: { too_large: onlyBatches, internal: readOnly },
  changes: { too_large: onlyBatches, internal: readOnly },
  pull: { too_large: onlyBatches, internal: readOnly },
  'self-check': { too_large: onlyBatches, internal: readOnly },
  batch: { internal: 'an entry that fails is answered by itself' },
  read: {
    too_large: onlyBatches,
    unauthenticated: lastOfRun,
    wrong_actor: lastOfRun,
    epoch_changed: lastOfRun,
    unavailable: lastOfRun,
  },
  private: {
    too_large: onlyBatches,
    unauthenticated: lastOfRun,
    wrong_actor: lastOfRun,
    epoch_changed: lastOfRun,
    unavailable: lastOfRun,
  },
  contacts: { too_large: onlyBatches },
  rename: { too_large: onlyBatches },
  trash: { too_large: onlyBatches, internal: readOnly },
  login: { ...ofNoSession, internal: 'the simulated sign-in writes nothing' },
  logout: { ...ofNoSession, internal: 'the simulated sign-out writes nothing' },
};

const conflicts = ['update', 'delete', 'removed deleted', 'removed hidden'];
const blocked = [
  'dependency',
  'server_errors',
  ...(['forbidden', 'unknown_assignee', 'limit', 'parent_gone', 'too_large'] as const).map(
    (code) => `verdict ${code}`,
  ),
];
const actions = [
  'text',
  'status',
  'assign',
  'label',
  'place',
  'occurrence',
  'remove',
  'move',
  'delete',
  'restore',
  'discard',
  'retry',
  'resolve local',
  'resolve server',
  'resolve both',
  'resolve fields',
];
/** Outcomes for occurrences that people share, and ways in which labels of others reach an item. */
const occurrences = [
  'completed',
  'completed late',
  'completed by two devices',
  'completed by two people',
  'of a moved date',
  'moved by hand',
  'ended on a moved date',
  'ended before its date',
  'ended after its date',
  'the last',
  'skipped',
  'undone',
];
const privateRows = ['put', 'removed', 'of two devices', 'of a guest'];
const labels = ['of two devices', 'of two people'];
/** Actions of people with the app of the last release on data that it does not know. */
const ofLastRelease = ['completes an occurrence', 'changes what has more than it knows'];
/** Events around the queue of a newer app. */
const newerApp = ['queues', 'stops a run', 'sends'];
/** Outcomes of undo and redo. */
const undos = ['undo done', 'undo kept', 'undo refused', 'redo done', 'redo kept'];
/** Faults that are a state of their story; their effects are counted where they can be attributed. */
const states: Readonly<Partial<Record<FaultName, string>>> = {
  tooLarge: 'batches are refused',
  impatient: 'entries are not run',
  twoRunners: 'nothing tells that there were two',
};
/** Restores of a backup over the current data, announced by the operator or not. */
const restores = ['announced', 'unannounced'];
const activity = ['created', 'updated', 'started', 'completed', 'reopened', 'queued', 'assigned'];

/** Damages to a device's own data. */
const damages = ['lost', 'older', 'invented'];
const unreadable = [
  'items',
  'syncQueue',
  ...[...counted, ...ofItems].map((kind) => `meta ${kind}`),
];
/** Faults that last until they are cleared. */
const lasting = [
  'database',
  'disk',
  'entry',
  'request',
  ...lastingRoutes.map((call) => `route ${call}`),
];
const imports = ['complete', 'failed', 'first_sync'];
/** Outcomes for an item whose owner deletes their account. */
const accountEnds = ['erased', 'passed'];

/** Outcomes for messages between tabs, and the tabs' means of showing stored data. */
const messages = ['delivered', 'late', 'lost', 'lost frozen', 'tab gone'];
const showing = ['compared', 'gap read', 'heard while loading', 'resumed'];

/** Every event that has to occur in stories, as the census names it, each once. */
export const censusTarget: readonly string[] = [
  ...(Object.keys(commands) as Command[]).flatMap(entriesOf),
  ...calls.flatMap((call) => [
    `call: ${call} answered`,
    ...ofCalls.flatMap((code) => (neverOfCall[call][code] ? [] : [`call: ${call} ${code}`])),
  ]),
  ...conflicts.map((kind) => `conflict: ${kind}`),
  ...blocked.map((why) => `blocked: ${why}`),
  ...actions.map((action) => `action: ${action} done`),
  ...occurrences.map((how) => `occurrence: ${how}`),
  ...labels.map((how) => `labels: ${how}`),
  ...privateRows.map((how) => `private row: ${how}`),
  ...ofLastRelease.map((what) => `last release: ${what}`),
  ...newerApp.map((what) => `newer app: ${what}`),
  ...undos.map((how) => `undo: ${how}`),
  ...[...activity, 'moved', 'deleted', 'restored'].map((action) => `log: ${action}`),
  ...faultNames.flatMap((name) => (states[name] ? [] : [`fault: ${name}`])),
  ...damages.map((how) => `damage: ${how}`),
  ...unreadable.map((what) => `unreadable: ${what}`),
  ...lasting.map((what) => `lasting: ${what}`),
  ...imports.map((how) => `import: ${how}`),
  'fault: upgrade',
  'call: batch brings changes',
  'call: delete-account answered',
  ...accountEnds.map((what) => `account end: ${what}`),
  ...[...new Set(inEditors)].map((kind) => `editor: ${kind} outdated`),
  ...restores.map((how) => `restore: ${how}`),
  ...messages.map((fault) => `message: ${fault}`),
  ...showing.map((what) => `replica: ${what}`),
];

function entriesOf(command: Command): readonly string[] {
  const { route, successes } = commands[command];
  const never = neverOfCommand[command];
  const codes = errorCodes.filter((code) => !neverOfEntries[code] && !never[code]);
  return [
    ...successes.map((status) => `entry: ${route} ${status}`),
    `entry: ${route} 0 ${notRun}`,
    ...codes.map((code) => `entry: ${route} ${errorStatus[code]} ${code}`),
  ];
}
