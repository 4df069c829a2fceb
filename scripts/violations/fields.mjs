// @ts-check

const change = 'packages/domain/src/change.ts';
const fields = 'packages/domain/src/item-fields.ts';
const readers = 'packages/domain/src/field-readers.ts';
const validate = 'packages/domain/src/validate.ts';
const seen = 'packages/sync/src/actions/seen.ts';
const resolve = 'packages/sync/src/conflicts/resolve-conflict.ts';

const labels = 'packages/domain/src/label-change.ts';
const labelling = 'packages/sync/src/actions/label-item.ts';
const labelItem = 'packages/authority/src/commands/label-item.ts';
const subject = 'packages/sync/src/conflicts/conflict-subject.ts';

/** What an item's due time and its labels do. @type {readonly import('./violation.mjs').Violation[]} */
export const fieldViolations = [
  {
    row: 'TIME-01',
    what: 'there is an hour 24',
    edits: [[readers, '|2[0-3])', '|2[0-4])']],
  },
  {
    row: 'TIME-01',
    what: 'the time is not kept when the date changes',
    edits: [[change, 'repeat_start: start, ...', 'repeat_start: start, due_time: null, ...']],
  },
  {
    row: 'TIME-01',
    what: 'a row of an earlier release has no time, whatever the server says',
    edits: [['packages/sync/src/store/local-item.ts', 'base?.[name] ?? null', 'null']],
  },
  {
    row: 'TIME-01',
    what: 'the time is not logged',
    edits: [
      [
        'packages/authority/src/commands/patch-item.ts',
        'plainFieldNames.filter((field) => before',
        "plainFieldNames.filter((field) => field !== 'due_time' && before",
      ],
    ],
  },
  {
    row: 'TIME-01',
    what: 'a decision leaves out the time that a tab of an earlier release left out',
    edits: [[resolve, '...plainOf(shown), status, completed_at', 'status, completed_at']],
  },
  {
    row: 'TIME-02',
    what: 'a time is compared without its date',
    edits: [[fields, ", with: 'due_date' }", ' }']],
  },
  {
    row: 'TIME-02',
    what: 'a date is kept without its time',
    edits: [
      [
        resolve,
        'onlyFields.has(leadOf(field as EditableField))',
        'onlyFields.has(field as EditableField)',
      ],
    ],
  },
  {
    row: 'TIME-02',
    what: 'what is typed collides by its own name only',
    edits: [
      [
        seen,
        'field in own && !isAlike(field, wanted, row) &&',
        'field in own && wanted[field] !== row[field] &&',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a date is cleared without its time',
    edits: [
      [
        change,
        'return settled({ ...before, repeat_start: start, ...change });',
        'return { ...before, repeat_start: start, ...change };',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a time without a date is taken',
    edits: [
      [
        validate,
        'else if (lead !== undefined && values',
        'else if (false && lead !== undefined && values',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a time that an earlier release left without a date is shown',
    edits: [[fields, 'fields[name] = isStray ? empty :', 'fields[name] =']],
  },
  {
    row: 'LABEL-01',
    what: 'labels that differ in case alone are two',
    edits: [[labels, 'return foldCase(label);', 'return label;']],
  },
  {
    row: 'LABEL-01',
    what: 'the last spelling stays',
    edits: [[labels, 'if (!labels.has(key)) labels.set', 'labels.set']],
  },
  {
    row: 'LABEL-01',
    what: 'a person gives more than 10 labels',
    edits: [
      [labelling, 'Math.max(maxLabelsGiven, row.labels.length)', 'Math.max(50, row.labels.length)'],
    ],
  },
  {
    row: 'LABEL-01',
    what: 'the server holds more than 50 labels',
    edits: [
      [
        labelItem,
        'if (labels.length > Math.max(maxLabels, item.labels.length))',
        'if (labels.length > 60)',
      ],
    ],
  },
  {
    row: 'LABEL-01',
    what: 'labels are not logged',
    edits: [
      [
        labelItem,
        "  logActivity(unit, campaignId, after, 'updated', {",
        '  void (campaignId, logActivity, {',
      ],
    ],
  },
  {
    row: 'LABEL-01',
    what: 'labels outlive the words of an erased item',
    edits: [['packages/authority/src/store/tombstone.ts', '    labels: [],\n', '']],
  },
  {
    row: 'LABEL-01',
    what: 'a row of an earlier release has no labels, whatever the server says',
    edits: [
      [
        'packages/sync/src/store/local-item.ts',
        'labelsOf(row.labels === undefined ? (base ?? {}) : row)',
        'labelsOf(row)',
      ],
    ],
  },
  {
    row: 'LABEL-01',
    what: 'a tab of an earlier release takes a change of labels for a create',
    edits: [
      [
        'apps/web/src/adapters/indexed-db-rows.ts',
        'isApartRequest(request) ? { ...request, itemUuid: null } : request',
        'request',
      ],
    ],
  },
  {
    row: 'LABEL-01',
    what: 'a decision leaves out the labels that a tab of an earlier release left out',
    edits: [[resolve, 'completed_at, labels: shown.labels', 'completed_at']],
  },
  {
    row: 'LABEL-02',
    what: 'labels are replaced as a list',
    edits: [[labelItem, 'applyLabels(item.labels, command)', 'command.add']],
  },
  {
    row: 'LABEL-02',
    what: 'a change of labels is a version that others build on',
    edits: [
      [
        labelItem,
        '  return found(after);',
        '  return { ok: true, value: { status: 200, item: after } };',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'a change of labels raises the version',
    edits: [
      [
        labelItem,
        'const after = { ...item, labels };',
        'const after = { ...item, labels, version: item.version + 1 };',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'a change of labels is based on a version as soon as others change the item',
    edits: [
      [
        'packages/sync/src/queue/mutation-queue.ts',
        '(one) => one.itemUuid === row.uuid && !isLabelRequest(one),',
        '(one) => one.itemUuid === row.uuid,',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'what follows a change of labels is chained to it',
    edits: [
      [
        'packages/sync/src/queue/mutation-queue.ts',
        'request.itemUuid === change.uuid && !isLabelRequest(request),',
        'request.itemUuid === change.uuid,',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'a conflict takes labels along',
    edits: [
      [
        resolve,
        'conflict.server !== null && isApartRequest(request);',
        'false && conflict.server !== null && isApartRequest(request);',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'labels of what others deleted ask',
    edits: [
      [
        'packages/domain/src/merge.ts',
        "queued.every(({ kind }) => kind === 'label')",
        'queued.length === 0',
      ],
    ],
  },
  {
    row: 'LABEL-02',
    what: 'the answer to labels overwrites what others changed without asking',
    edits: [
      [
        'packages/sync/src/push/apply-confirmed.ts',
        'if (row.base === null || row.base.version === version) return null;',
        'return null;',
      ],
    ],
  },
  {
    row: 'LABEL-03',
    what: 'who may only view labels',
    edits: [
      [
        'packages/domain/src/rights.ts',
        "return action === 'read';",
        "return action === 'read' || action === 'label';",
      ],
    ],
  },
  {
    row: 'LABEL-03',
    what: 'who contributes does not label',
    edits: [['packages/domain/src/rights.ts', "'label', 'assign'", "'assign'"]],
  },
  {
    row: 'LABEL-04',
    what: 'labels of what is created again are left behind',
    edits: [['packages/sync/src/store/operation.ts', '    labels: labelsOf(item),\n', '']],
  },
  {
    row: 'LABEL-04',
    what: 'what an earlier release received is compared without a list of labels',
    edits: [
      [
        'packages/sync/src/optimistic/recompute-row.ts',
        '...base, labels: labelsOf(base), ',
        '...base, ',
      ],
    ],
  },
  {
    row: 'LABEL-04',
    what: 'labels that the backup lacks are not sent again',
    edits: [
      [
        subject,
        'if (!shown.deleted) await offerLabels(',
        'if (false && !shown.deleted) await offerLabels(',
      ],
    ],
  },
];
