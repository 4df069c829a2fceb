import { readDocuments } from './documents.mjs';

/**
 * Words that this project does not use, each with the standard term that it uses instead. They also count as
 * parts of names (`parkedIn`, `isParked`), in comments, test titles and documents.
 */
const terms = {
  bereft: 'detached',
  crew: 'workers',
  deed: 'action',
  diary: 'event log',
  fate: 'outcome',
  joy: 'celebration',
  discreet: 'redacting',
  fence: 'check',
  hardship: 'fault',
  heal: 'converge',
  housekeeping: 'clean-up',
  intake: 'queue',
  judge: 'evaluate',
  outbox: 'mutation queue',
  park: 'block',
  parked: 'blocked',
  parking: 'blocking',
  rechain: 'rebase',
  refold: 'recompute',
  reroll: 'recompute the roll-up',
  staged: 'buffered',
  superfluous: 'duplicate',
  sweep: 'clean up',
  swept: 'removed',
  teller: 'notifier',
  voyage: 'journey',
  weather: 'network conditions',
  amid: 'in the middle of',
  anew: 'again',
  hitherto: 'so far',
  lest: 'so that … not',
  thereby: 'so',
  whoever: 'anyone who',
};

/** Names that databases and clients have known since the first release, which nobody can change. */
const mappingFile = 'packages/sync/src/store/stored-names.ts';

// A separate word with its inflections, at the start of a name, or inside one in camelCase.
const ending = '(?:s|ed|d|ing)?(?![a-z])';
const lower = Object.keys(terms).join('|');
const upper = Object.keys(terms)
  .map((term) => term[0].toUpperCase() + term.slice(1))
  .join('|');
const pattern = new RegExp(
  `(?<![A-Za-z])(${lower}|${upper})${ending}|(?<=[a-z0-9])(${upper})${ending}`,
  'g',
);

/**
 * The places in sources, documents and file names with a term that this project does not use.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findOldTerms(root, files) {
  const texts = [...files, ...readDocuments(root)].filter(({ path }) => path !== mappingFile);
  return texts
    .filter(({ path }) => path !== 'scripts/checks/terms.mjs')
    .flatMap(({ path, text }) => [
      ...findingsIn(path, path, () => 1),
      ...findingsIn(path, text, (at) => text.slice(0, at).split('\n').length),
    ]);
}

function findingsIn(path, text, lineAt) {
  return [...text.matchAll(pattern)].map((match) => {
    const term = (match[1] ?? match[2]).toLowerCase();
    const message = `Not '${term}': ${terms[term]}.`;
    return { path, line: lineAt(match.index), rule: 'terms', message };
  });
}
