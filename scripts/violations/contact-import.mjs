// @ts-check

const screen = 'apps/web/src/features/contacts/contacts-screen.tsx';
const reviewPanel = 'apps/web/src/features/contacts/review-panel.tsx';
const review = 'apps/web/src/features/contacts/review.ts';
const picker = 'apps/web/src/adapters/contact-picker.ts';
const texts = 'apps/web/src/messages/en/people.ts';
const csv = 'packages/domain/src/contacts-csv.ts';
const phone = 'packages/domain/src/phone.ts';

/** What an import of contacts accepts and says. @type {readonly import('./violation.mjs').Violation[]} */
export const contactImportViolations = [
  {
    row: 'CONT-04',
    what: 'a number of exactly 10 characters is not valid',
    edits: [
      [
        phone,
        'return text.trim().length >= minPhoneChars;',
        'return text.trim().length > minPhoneChars;',
      ],
    ],
  },
  {
    row: 'CONT-04',
    what: 'the digits count in place of the characters',
    edits: [[phone, "isPhoneEntry(first) && phone !== ''", 'isPhoneEntry(phone)']],
  },
  {
    row: 'CONT-04',
    what: 'a later number makes the contact valid',
    edits: [
      [phone, "const first = numbers[0] ?? '';", "const first = numbers.find(isPhoneEntry) ?? '';"],
    ],
  },
  {
    row: 'CONT-04',
    what: 'the number keeps its spaces and signs',
    edits: [[phone, 'const phone = phoneDigits(first);', 'const phone = first.trim();']],
  },
  {
    row: 'CONT-05',
    what: 'a .txt file is refused',
    edits: [[csv, "['.csv', '.txt'] as const", "['.csv'] as const"]],
  },
  {
    row: 'CONT-05',
    what: "a first line with 'name' is a contact",
    edits: [[csv, 'const headerWord = /phone|name/i;', 'const headerWord = /phone/i;']],
  },
  {
    row: 'CONT-05',
    what: 'the first line is always skipped',
    edits: [
      [
        csv,
        'const isHeader = isFirst && fields.some((field) => headerWord.test(field));',
        'const isHeader = isFirst;',
      ],
    ],
  },
  {
    row: 'CONT-05',
    what: "any line with 'phone' or 'name' is skipped",
    edits: [[csv, 'const isHeader = isFirst && fields.some', 'const isHeader = fields.some']],
  },
  {
    row: 'CONT-05',
    what: 'a semicolon does not separate',
    edits: [
      [csv, 'const end = /[,;\\r\\n]/g;', 'const end = /[,\\r\\n]/g;'],
      [
        csv,
        "if (text[next] === ',' || text[next] === ';') continue;",
        "if (text[next] === ',') continue;",
      ],
    ],
  },
  {
    row: 'CONT-05',
    what: 'the phone needs 11 digits',
    edits: [
      [
        csv,
        'phoneDigits(field).length >= minPhoneChars);',
        'phoneDigits(field).length > minPhoneChars);',
      ],
    ],
  },
  {
    row: 'CONT-05',
    what: 'the last field with enough digits is the phone',
    edits: [
      [
        csv,
        'fields.findIndex((field) => phoneDigits',
        'fields.findLastIndex((field) => phoneDigits',
      ],
    ],
  },
  {
    row: 'CONT-05',
    what: 'the last field that is no number is the name',
    edits: [
      [csv, 'const name = fields.find((field, at)', 'const name = fields.findLast((field, at)'],
    ],
  },
  {
    row: 'CONT-06',
    what: 'the phones of contacts that are not valid are sent too',
    edits: [
      [
        review,
        "return review.rows.filter((row) => row.outcome === 'ready').map",
        "return review.rows.filter((row) => row.outcome !== 'repeated').map",
      ],
    ],
  },
  {
    row: 'CONT-06',
    what: 'a file with no valid contact is reviewed',
    edits: [
      [screen, 'if (found.some((candidate) => candidate.isValid)) {', 'if (found.length > 0) {'],
    ],
  },
  {
    row: 'CONT-06',
    what: 'the text about a file with no valid contact is another',
    edits: [
      [
        texts,
        'Please ensure your CSV contains phone numbers',
        'Please ensure your CSV contains numbers',
      ],
    ],
  },
  {
    row: 'CONT-07',
    what: 'the number of contacts sent is named, not of those accepted',
    edits: [[reviewPanel, 'strings.importedText(count)', 'strings.importedText(ready)']],
  },
  {
    row: 'CONT-07',
    what: 'the text of a failed import is another',
    edits: [
      [
        texts,
        'Failed to import contacts. Please try again.',
        'Failed to import. Please try again.',
      ],
    ],
  },
  {
    row: 'CONT-07',
    what: 'an import that succeeds says nothing',
    edits: [
      [
        reviewPanel,
        'toast({ title: strings.imported, description: strings.importedText(count) });',
        'void [toast, count];',
      ],
    ],
  },
  {
    row: 'CONT-08',
    what: 'picking nobody is a review of nothing',
    edits: [
      [
        picker,
        "return contacts.length === 0 ? { kind: 'cancelled' } : { kind: 'picked', contacts };",
        "return { kind: 'picked', contacts };",
      ],
    ],
  },
  {
    row: 'CONT-08',
    what: 'a picker that is closed counts as none',
    edits: [
      [
        picker,
        "catch {\n    return { kind: 'cancelled' };",
        "catch {\n    return { kind: 'unsupported' };",
      ],
    ],
  },
  {
    row: 'CONT-08',
    what: 'a browser without a picker is told that the import was cancelled',
    edits: [
      [
        picker,
        "if (picker === undefined) return { kind: 'unsupported' };",
        "if (picker === undefined) return { kind: 'cancelled' };",
      ],
    ],
  },
];
