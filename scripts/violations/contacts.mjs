// @ts-check

const screen = 'apps/web/src/features/contacts/contacts-screen.tsx';
const importPanel = 'apps/web/src/features/contacts/import-panel.tsx';
const mutualsPanel = 'apps/web/src/features/contacts/mutuals-panel.tsx';
const reviewPanel = 'apps/web/src/features/contacts/review-panel.tsx';
const useMutuals = 'apps/web/src/features/contacts/use-mutuals.ts';
const texts = 'apps/web/src/messages/en/people.ts';

/** Contacts. @type {readonly import('./violation.mjs').Violation[]} */
export const contactViolations = [
  {
    row: 'CONT-01',
    what: 'the title for guests says something else',
    edits: [[texts, 'Sign In Required', 'Sign-In Required']],
  },
  {
    row: 'CONT-01',
    what: 'the text for guests says something else',
    edits: [[texts, 'You need to sign in to manage contacts', 'Sign in to manage contacts']],
  },
  {
    row: 'CONT-01',
    what: 'guests see the import too',
    edits: [
      [screen, "{session.kind === 'user' && <Contacts key={session.user.id} />}", '<Contacts />'],
    ],
  },
  {
    row: 'CONT-02',
    what: 'contacts cannot be imported from the phone',
    edits: [
      [
        importPanel,
        '<Button icon={moreIcons.phone} className',
        '<Button icon={moreIcons.phone} hidden className',
      ],
      [importPanel, '{strings.fromPhone}', ''],
    ],
  },
  {
    row: 'CONT-02',
    what: 'the search of the contacts finds everybody',
    edits: [[mutualsPanel, 'searchContacts(contacts, query)', "searchContacts(contacts, '')"]],
  },
  {
    row: 'CONT-02',
    what: 'the section of the mutual contacts has another title',
    edits: [[texts, "yours: 'Your Contacts'", "yours: 'Contacts'"]],
  },
  {
    row: 'CONT-03',
    what: 'what was picked is sent without a review',
    edits: [
      [
        reviewPanel,
        'useEffect(() => heading.current?.focus(), []);',
        'useEffect(() => { heading.current?.focus(); void send(); }, []);',
      ],
    ],
  },
  {
    row: 'CONT-03',
    what: 'Cancel leaves the review open',
    edits: [
      [
        reviewPanel,
        '<Button variant="quiet" onClick={onDone}>',
        '<Button variant="quiet" onClick={() => undefined}>',
      ],
    ],
  },
  {
    row: 'CONT-03',
    what: 'a failed import closes the review',
    edits: [
      [
        reviewPanel,
        'if (!answer.ok) return toastError(strings.importFailedText, strings.importFailed);',
        'if (!answer.ok) onDone();\n    if (!answer.ok) return toastError(strings.importFailedText, strings.importFailed);',
      ],
    ],
  },
  {
    row: 'CONT-09',
    what: 'a guest asks for mutual contacts too',
    edits: [
      [
        screen,
        '<ScreenHeading title={titles.contacts} />',
        "<ScreenHeading title={titles.contacts} />\n      {session.kind === 'guest' && <MutualsPanel />}",
      ],
    ],
  },
  {
    row: 'CONT-10',
    what: 'the screen asks offline too',
    edits: [
      [
        useMutuals,
        'online ? listMutuals(signal) : null,',
        'online ? listMutuals(signal) : listMutuals(signal),',
      ],
    ],
  },
  {
    row: 'CONT-10',
    what: 'the screen never asks',
    edits: [
      [useMutuals, 'online ? listMutuals(signal) : null,', 'online ? null : listMutuals(signal),'],
    ],
  },
  {
    row: 'CONT-10',
    what: 'a failed call empties the list',
    edits: [
      [
        useMutuals,
        'if (!abort.signal.aborted && answer?.ok) receive(answer.value);',
        'if (!abort.signal.aborted) receive(answer?.ok ? answer.value : []);',
      ],
    ],
  },
  {
    row: 'CONT-10',
    what: 'what is stored shows only after the answer',
    edits: [
      [
        useMutuals,
        'const contacts = received?.over === stored ? received.contacts : stored;',
        'const contacts = received === null ? [] : received.over === stored ? received.contacts : stored;',
      ],
    ],
  },
];
