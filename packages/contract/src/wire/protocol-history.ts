/** A protocol, and the formats of the wire that it has had. */
export interface ProtocolVersion {
  readonly version: number;
  /** The civil date of its first release. */
  readonly since: string;
  /** The difference that matters to devices. */
  readonly summary: string;
  /**
   * The hashes of `wireShape()` under this number, oldest first. Only an additive change, which a device of
   * this number does not notice, may add a hash; any other change needs a new number.
   */
  readonly shapes: readonly { readonly hash: string; readonly change: string }[];
}

/** Every protocol that was ever used, oldest first (sync.md, section 2). */
export const protocolHistory: readonly ProtocolVersion[] = [
  {
    version: 1,
    since: '2026-11-21',
    summary: 'Uuids, versions, one cursor a stream, batches.',
    shapes: [
      { hash: '948092a588f91218', change: 'The first shape.' },
      { hash: '0d0ab0d7259270ce', change: 'GET /api/trash lists what can be restored.' },
      { hash: 'a032724cdba2a417', change: 'An import of contacts names what it did not take.' },
      { hash: '6cc911a89e4ced77', change: 'GET /api/self-check counts what the streams hold.' },
      { hash: '25205d5bf3d1de56', change: 'A self-check tells what one before it found.' },
      { hash: 'c9001ace5b39dacd', change: 'An account can be deleted, and can start empty.' },
      { hash: '49ba1af090598d3a', change: 'GET /api/push tells the key of push messages.' },
    ],
  },
  {
    version: 2,
    since: '2026-11-22',
    summary:
      'Positions in the feed: the server notices a restored database. Rights are inherited from the top: an ' +
      'item out of sight is answered with a permission of null instead of an empty body.',
    shapes: [
      { hash: 'f038daec771cc7c4', change: 'X-Position and X-Known-Head.' },
      { hash: '1352b84d7116d54d', change: 'GET /api/trash comes in pages of deletes.' },
      {
        hash: '4dd64bfb6fb26d11',
        change: 'A person can be removed; what was handed on is answered without a permission.',
      },
      { hash: 'e6a4f027058fe2ff', change: 'Keys in a batch are what a header could carry.' },
      {
        hash: '2ad0b531bb85635d',
        change: 'The same; the order of required fields does not count.',
      },
    ],
  },
  {
    version: 3,
    since: '2026-11-23',
    summary: 'Items have a priority. A device of protocol 2 neither shows nor changes it.',
    shapes: [{ hash: '37e921b8e1de98d4', change: 'priority in items, creates and changes.' }],
  },
  {
    version: 4,
    since: '2026-11-27',
    summary:
      'Due dates have a time of day. A device of protocol 3 neither shows nor changes it, but clears it with ' +
      'the date.',
    shapes: [{ hash: '51efc7334b8b0079', change: 'due_time in items, creates and changes.' }],
  },
  {
    version: 5,
    since: '2026-11-27',
    summary: 'Items have labels. A device of protocol 4 neither shows nor changes them.',
    shapes: [
      {
        hash: 'f5ef034884dc6042',
        change: 'labels in items and creates, and POST /api/items/{ref}/labels.',
      },
      {
        hash: '63a3b3feca70a38d',
        change: 'updated_by in items, deleted_at and deleted_by in removals.',
      },
    ],
  },
  {
    version: 6,
    since: '2026-11-27',
    summary:
      'Tasks and todos repeat. A device of protocol 5 neither shows nor changes the rule, but clears it with the ' +
      'date; an item that it completes is at its next occurrence.',
    shapes: [
      {
        hash: '95e29bc9652a25bb',
        change: 'repeat, repeat_from, repeat_start, occurrence and occurrence_of in items.',
      },
      { hash: 'cd9a03811a6136d0', change: 'POST and DELETE of occurrences.' },
    ],
  },
  {
    version: 7,
    since: '2026-11-27',
    summary:
      'A sign-in code may need a proof of work, and deleting the account or ending all sessions a code. A device ' +
      'of protocol 6 is refused there.',
    shapes: [
      {
        hash: '77cbb510601e2b13',
        change:
          'proof_required, and proof in what asks for a code; a code in DELETE of the account and of all sessions; ' +
          'notifications of the kinds new_device and wrong_codes.',
      },
      {
        hash: '14f8c5ee088e4c8d',
        change:
          'bad_json, too_large and invalid among the refusals of every change, with a body or without.',
      },
      { hash: '5ba269d946f804c9', change: 'POST /api/me/export.' },
      {
        hash: 'c43dfc73bb933b6b',
        change:
          'Contacts can be removed, blocked, unblocked and reported; blocked people are listed.',
      },
      { hash: '19f2294df568e254', change: 'skipped_from in DELETE of an occurrence.' },
      {
        hash: 'ab3e44ce35a2edb0',
        change:
          'GET /api/security-events lists what was done with the account, as does the export.',
      },
      {
        hash: 'c76847edb3d2d9f0',
        change:
          'POST /api/me/phone, number_taken; former_phones and taken_over of the signed-in user; notifications of ' +
          'the kind number_changed.',
      },
      { hash: '50841ce2b3a3d45a', change: 'purpose in what asks for a code.' },
      {
        hash: '9c895b456f564f0e',
        change:
          'GET and POST /api/recovery-codes, and codes for that; recovery_code in place of a code that was sent; ' +
          'recovery codes in the export, and events of them.',
      },
      { hash: '2701dac902da5601', change: 'usage in POST /api/me/export.' },
      { hash: '1a52372b1eec7101', change: '/healthz may be unavailable.' },
      { hash: 'b38528894284cd64', change: 'clean_up in the answer of /readyz.' },
      { hash: 'd9fd2eb7437be79f', change: 'leave in POST of a block.' },
      {
        hash: 'a84eb8efd187a4ea',
        change: "GET /api/items/{ref}/activity reads an item's history; before in its entries.",
      },
      {
        hash: '21e26ec7e18ebf41',
        change:
          'end_other_sessions in a change of number and in what makes recovery codes, and an event of it; ' +
          'number_unsupported.',
      },
      { hash: 'fe191d361be152fa', change: 'assignees_along in the trash.' },
    ],
  },
  {
    version: 8,
    since: '2026-11-29',
    summary:
      'A moved occurrence keeps its day by the rule, and COUNT counts what was done. A device of protocol 7 shows ' +
      'another next date until the server answers, and ends a series with BYSETPOS or WKST.',
    shapes: [
      {
        hash: '5f2f11e59b16c120',
        change:
          'occurrence_day and repeat_done in items, skipped_day in DELETE of an occurrence; a skip has a time and ' +
          'a zone.',
      },
      {
        hash: '26057a72068839a2',
        change: 'end_other_sessions is true if it is absent.',
      },
      {
        hash: '4b9d9ed2a5dc92ae',
        change:
          'GET /api/pull returns the changes of several streams, pull in a batch asks for them and delta in its ' +
          'response brings them, and newer names the head of the feed.',
      },
      {
        hash: '8e990ca328e9988b',
        change:
          'A sign-in can be forbidden, operator_acted is an event, and an export has both logs.',
      },
      { hash: '951fc4333ac1dd55', change: 'replicas in the answer of /readyz.' },
      {
        hash: '235f0703d72b4784',
        change: 'Invitations, an invitation in a sign-in, and operator in the sessions.',
      },
      {
        hash: '2a4d7b33fbb970d7',
        change: 'POST /api/private; private_rows in the changes, in a self-check and in an export.',
      },
      {
        hash: 'edff89fe7e172f9e',
        change:
          'attempt in a sign-in by an invitation and in its reading, and pages in GET /api/invitations.',
      },
    ],
  },
  {
    version: 9,
    since: '2026-12-01',
    summary:
      'Devices have private rows: they read the changes from their start once, since a device of protocol 8 ' +
      'passed over these rows.',
    shapes: [
      {
        hash: '360fd794a50ff4c7',
        change: 'private_rows among the differences that a self-check reports.',
      },
      {
        hash: 'eaeda9b20986ee2a',
        change: 'position in items and creates, and POST /api/items/{ref}/position.',
      },
    ],
  },
];
