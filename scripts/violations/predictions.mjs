// @ts-check

const replica = 'apps/web/src/replica';

/** What is on the screen before it is stored. @type {readonly import('./violation.mjs').Violation[]} */
export const predictionViolations = [
  {
    test: [
      `${replica}/client/predicted-actions.test.ts`,
      '[PERF-04] an action is on the screen before it is stored',
    ],
    what: 'a change is shown once it is stored',
    edits: [
      [
        `${replica}/client/actions.ts`,
        'watch.predict(predicted.filter((row) => row !== null))',
        'watch.predict([])',
      ],
    ],
  },
  {
    test: [
      `${replica}/client/predicted-actions.test.ts`,
      '[PERF-04] [I9] what cannot be stored is taken back',
    ],
    what: 'what cannot be stored stays on the screen',
    edits: [[`${replica}/client/actions.ts`, '    endPrediction();\n', '']],
  },
  {
    test: [`${replica}/client/predicted-actions.test.ts`, '[PERF-04] several new items'],
    what: 'new items are in another order until they are stored',
    edits: [
      [
        `${replica}/client/actions.ts`,
        'predictedFrom + predictedItems',
        'predictedFrom - predictedItems',
      ],
    ],
  },
  {
    test: [`${replica}/client/predicted-actions.test.ts`, '[PERF-04] several new items'],
    what: 'of several new items only the first is shown before they are stored',
    edits: [
      [
        `${replica}/client/actions.ts`,
        'items.map(predictNew)',
        'items.slice(0, 1).map(predictNew)',
      ],
    ],
  },
  {
    test: [`${replica}/client/predicted-actions.test.ts`, '[PERF-04] a delete of several items'],
    what: 'a part of a delete that asks first is shown before the answer',
    edits: [
      [
        `${replica}/client/item-changes.ts`,
        'predicted.includes(null) ? [] : predicted',
        'predicted',
      ],
    ],
  },
  {
    test: [
      'apps/web/src/app/typed-text.browser.test.tsx',
      '[PERF-04] a title that cannot be stored',
    ],
    what: 'a title that cannot be stored is lost',
    edits: [['apps/web/src/items/inline-edit.ts', 'typed: change', 'typed: {}']],
  },
  {
    test: [
      `${replica}/store/predictions.test.ts`,
      'of two predictions of an item the later one stays',
    ],
    what: 'the end of an earlier prediction ends a later one',
    edits: [
      [
        `${replica}/store/predictions.ts`,
        'if (predicted.rows.length > 0) return predicted.rows.at(-1);',
        '',
      ],
    ],
  },
  {
    test: [
      `${replica}/store/predictions.test.ts`,
      'once every prediction is over, everything is as if there had been none',
    ],
    what: 'a row that is stored below a prediction is lost',
    edits: [[`${replica}/store/predictions.ts`, '    predicted.stored = row;\n', '']],
  },
  {
    test: ['packages/sync/src/actions/predict.test.ts', 'a change of a user is predicted'],
    what: 'what is predicted stays where it was in its list',
    edits: [
      [
        'packages/sync/src/actions/predict.ts',
        '{ ...after, sortKey: sortKeyOf(after) }',
        '{ ...after, sortKey: sortKeyOf(row) }',
      ],
    ],
  },
];
