/** Every number that is a rule of the product, in one place. Units are in the names. */

// Text, in UTF-16 units after normalisation (`text.ts`).
export const maxTitleChars = 255;
/** The counter under a title appears above this many characters. */
export const counterAboveChars = 200;
export const maxDescriptionChars = 10_000;
export const maxNameChars = 100;
export const maxQueryChars = 200;
export const maxLabelChars = 40;
/** The text of a query in the query language (docs/queries.md), in UTF-16 units, and its nested brackets. */
export const maxQueryTextChars = 1_024;
export const maxQueryDepth = 32;

// The number of labels that a person can set on one device; two devices together may exceed it.
export const maxLabelsGiven = 10;
export const maxLabels = 50;

// Limits of an RRULE: its text, INTERVAL and COUNT.
export const maxRepeatChars = 255;
export const maxRepeatInterval = 1_000;
export const maxRepeatCount = 1_000;
/**
 * The steps that the search for the next day of a rule takes; a rule that needs more is refused. A month (of a
 * weekly rule a week) is a step, and so is each day that the rule names in it.
 */
export const maxRepeatSteps = 20_000;
/** The steps of counting the days that have passed in an item of an earlier release. */
export const maxCountedSteps = 10_000;

/** The days that an item can have: a year with two or five digits is a typing mistake. */
export const firstItemDay = '1900-01-01';
export const lastItemDay = '2200-12-31';

// Lists and search.
export const pageSize = 20;
/** The number of items that the All tab of Home shows before 'View All'. */
export const homePreviewItems = 20;
export const minSearchChars = 2;
export const searchDebounceMs = 300;
export const searchDialogResults = 10;

// Size of a family, enforced by the server: a create or move beyond it is refused with `limit`.
export const maxCampaignItems = 5_000;
export const maxTaskChildren = 1_000;
export const maxCampaignPeople = 50;
/**
 * Completed copies of a repeating item; the oldest is moved to the trash when a manager of the item makes
 * another one.
 */
export const maxCopies = 1_000;
/** Copies that an item gains in a day through completions by people who do not manage it. */
export const maxCopiesByOthers = 50;
/** More than any series can have: occurrence numbers have up to nine digits. */
export const maxOccurrence = 999_999_999;

// Limits of an account, unless the server sets others: items, and their text in UTF-8. A change that adds
// more is refused with `limit`.
export const maxAccountItems = 200_000;
export const maxAccountBytes = 200_000_000;

// Synchronisation.
export const syncIntervalMs = 30_000;
/** Server errors of a queued request before it is blocked. */
export const maxRetries = 3;
export const requestTimeoutMs = 30_000;
export const maxBackoffMs = 300_000;
/**
 * The longest backoff after a 503: the server is reachable, and is asked again within a minute of its
 * recovery.
 */
export const maxAwayBackoffMs = 45_000;
/** A server that asks for a pause (Retry-After) is obeyed up to this time; then the request is sent again. */
export const maxRetryAfterMs = 3_600_000;
export const blockedRetryMs = 3_600_000;
export const maxBatchRequests = 200;
export const maxBatchBytes = 524_288;
export const maxBodyBytes = 1_048_576;
/** Levels of arrays and objects in the body of a request; the deepest of our own, a batch, has 6. */
export const maxJsonDepth = 32;
/**
 * Bytes of text in a page of a response. A page ends before the row that would exceed them, unless it is the
 * first.
 */
export const maxPageBytes = 1_000_000;
/** Rows in a page of the feed. */
export const feedPageItems = 500;
/** Fetched rows that a device writes in one transaction. */
export const maxAppliedRows = 200;
/** Days after which a cursor is too old to continue from. */
export const cursorLifeDays = 180;
/** Deletes in a page of the trash, also the default. */
export const maxTrashPage = 500;
/** Days for which a deleted item can be restored. */
export const trashDays = 30;
/** The earliest claimed timestamp; an earlier one is raised to it. */
export const earliestInstant = '2000-01-01T00:00:00.000Z';

// Identity. The ranges cannot overlap: people, server items, and local timestamps above 10^12.
export const guestId = 0;
export const firstPersonId = 1_000;
export const firstServerItemId = 10_000_000;
/** Local ids of a signed-in device are above this. */
export const localIdFloor = 1_000_000_000_000;

// Signing in and contacts.
/** The least number of characters in an entered or imported phone number. */
export const minPhoneChars = 10;
/** The digits of a sign-in code, and of the longer code after many wrong codes for a number. */
export const codeDigits = 6;
export const longCodeDigits = 8;
/** The code that `AUTH=open` accepts. */
export const testCode = '123456';
export const maxContacts = 5_000;
/** The maximum length of the text that a person adds to a report. */
export const maxReportChars = 500;

// Timing of the screens.
export const badgeShownMs = 3_000;
/** While online, 'Pending sync' and 'Syncing...' appear after this time. */
export const waitingShownMs = 400;
export const headerScrollPx = 10;
export const onboardingExitMs = 300;
export const celebrationMs = 2_000;
export const activityFreshMs = 30_000;

// Upgrade dialog: the progress rises by a step each tick up to the wait; then the texts follow.
export const upgradeTickMs = 300;
export const upgradeStepPercent = 10;
export const upgradeWaitPercent = 90;
export const upgradeTransferringMs = 1_000;
export const upgradeSyncingMs = 2_500;
export const upgradeFinalizingMs = 4_000;
export const upgradeCompleteMs = 5_000;
export const upgradeCloseDelayMs = 1_500;

// The cache of server queries.
export const queryRetries = 3;
export const queryRetryDelayMs = 1_000;
export const maxQueryRetryDelayMs = 30_000;
export const queryUnusedMs = 300_000;

// Notifications.
export const notificationGroupMs = 600_000;
/** New assignments from one person to another in a day. */
export const maxAssignmentsADay = 50;
export const maxNotifications = 200;
export const notificationLifeDays = 90;

/** The private rows of a person, not counting removed ones. */
export const maxPrivateRows = 2_000;
/** The removed private rows of a person that are kept; a device that has missed older ones starts again. */
export const maxRemovedRows = 1_000;
/** The bytes of the value of a private row, as JSON in UTF-8. */
export const maxPrivateBytes = 4_096;
/** The private rows in one request. */
export const maxPrivateRowsSent = 100;
