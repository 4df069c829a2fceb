// @ts-check

const header = 'apps/web/src/app/header.tsx';
const backButton = 'apps/web/src/app/back-button.tsx';
const bell = 'apps/web/src/app/bell.tsx';
const routes = 'apps/web/src/app/routes.tsx';
const accountMenu = 'apps/web/src/app/account-menu.tsx';
const mobileAccount = 'apps/web/src/app/mobile-account.tsx';
const accountSheet = 'apps/web/src/app/account-sheet.tsx';
const personMenu = 'apps/web/src/app/person-menu.tsx';
const limits = 'packages/domain/src/limits.ts';
const texts = 'apps/web/src/messages/en/frame.ts';

/**
 * The bell only on wide windows, at one path.
 * @param {string} condition
 * @returns {import('./violation.mjs').Edit}
 */
const bellIsMissingWhere = (condition) => [
  header,
  '<Bell path={path} />',
  `<div className={${condition} ? 'hidden lg:block' : ''}><Bell path={path} /></div>`,
];

/** The header: what it says and leads to, and to whom. @type {readonly import('./violation.mjs').Violation[]} */
export const headerViolations = [
  {
    row: 'LAYOUT-01',
    what: 'the header scrolls away',
    edits: [[header, "'sticky top-0 z-30", "'z-30"]],
  },
  {
    row: 'LAYOUT-01',
    what: 'the border shows from the first pixel on',
    edits: [[limits, 'headerScrollPx = 10', 'headerScrollPx = 0']],
  },
  {
    row: 'LAYOUT-01',
    what: 'the border shows later',
    edits: [[limits, 'headerScrollPx = 10', 'headerScrollPx = 11']],
  },
  {
    row: 'LAYOUT-02',
    what: 'a phone has Back in the place of the avatar on one page',
    edits: [
      [
        routes,
        "'/notifications', titles.notifications, 'top'",
        "'/notifications', titles.notifications, 'inner'",
      ],
    ],
  },
  {
    row: 'LAYOUT-02',
    what: 'who is signed in has the sign-in icon',
    edits: [[mobileAccount, '{user ? (\n        <button', '{user && false ? (\n        <button']],
  },
  {
    row: 'LAYOUT-02',
    what: 'a press on the avatar does nothing',
    edits: [
      [
        mobileAccount,
        'onClick={open}\n          className="touch-target',
        'className="touch-target',
      ],
    ],
  },
  {
    row: 'LAYOUT-03',
    what: 'Preferences have no Back below 1024 px',
    edits: [
      [
        routes,
        "'/preferences', titles.preferences, 'inner'",
        "'/preferences', titles.preferences, 'top'",
      ],
    ],
  },
  {
    row: 'LAYOUT-03',
    what: 'a task has no Back below 1024 px',
    edits: [
      [
        header,
        '<BackButton path={path} />)}',
        "!path.startsWith('/tasks/') && <BackButton path={path} />)}",
      ],
    ],
  },
  {
    row: 'LAYOUT-03',
    what: 'the contacts have no Back between 768 and 1024 px',
    edits: [
      [
        header,
        '<div className="flex items-center lg:hidden">',
        "<div className={path === '/contacts' ? 'flex items-center md:hidden' : 'flex items-center lg:hidden'}>",
      ],
    ],
  },
  {
    row: 'LAYOUT-03',
    what: 'Back leads up instead of back',
    edits: [[backButton, 'if (canGoBack()) history.back();\n        else if', 'if']],
  },
  {
    row: 'LAYOUT-03',
    what: 'a task leads home instead of to its campaign',
    edits: [[backButton, '`/campaigns/${campaign.id}`', '"/"']],
  },
  {
    row: 'LAYOUT-04',
    what: 'a guest has no sign-in icon',
    edits: [
      [
        mobileAccount,
        'icon={firstIcons.signIn} onClick={open} />',
        'icon={firstIcons.signIn} onClick={() => undefined} />',
      ],
    ],
  },
  {
    row: 'LAYOUT-05',
    what: 'the name of a page is seen only by who cannot see the page',
    edits: [
      [
        header,
        "'truncate text-lead font-strong lg:",
        "'sr-only truncate text-lead font-strong lg:",
      ],
    ],
  },
  {
    row: 'LAYOUT-05',
    what: 'Home has no home icon',
    edits: [[header, '<Icon icon={firstIcons.home} className="text-accent-ink" />', '']],
  },
  {
    row: 'LAYOUT-05',
    what: 'the title is at the left',
    edits: [
      [header, 'grid-cols-[1fr_auto_1fr]', 'grid-cols-[auto_1fr_auto]'],
      [header, 'flex min-w-0 justify-center lg:-ms-1', 'flex min-w-0 lg:-ml-1'],
    ],
  },
  {
    row: 'LAYOUT-06',
    what: 'the notifications have no bell below 1024 px',
    edits: [bellIsMissingWhere("path === '/notifications'")],
  },
  {
    row: 'LAYOUT-06',
    what: 'Preferences have no bell below 1024 px',
    edits: [bellIsMissingWhere("path === '/preferences'")],
  },
  {
    row: 'LAYOUT-06',
    what: 'a task has no bell below 1024 px',
    edits: [bellIsMissingWhere("path.startsWith('/tasks/')")],
  },
  {
    row: 'LAYOUT-06',
    what: 'the bell leads elsewhere',
    edits: [[bell, 'href="/notifications"', 'href="/preferences"']],
  },
  {
    row: 'LAYOUT-07',
    what: 'the nav lacks a place',
    edits: [[header, "  { href: '/active', label: titles.active },\n", '']],
  },
  {
    row: 'LAYOUT-07',
    what: 'the brand is no link home',
    edits: [
      [
        header,
        'href="/"\n      className="hidden items-center',
        'href="/campaigns"\n      className="hidden items-center',
      ],
    ],
  },
  {
    row: 'LAYOUT-08',
    what: 'a guest does not read Local only',
    edits: [[accountMenu, '            {shell.localOnly}\n', '']],
  },
  {
    row: 'LAYOUT-08',
    what: 'a guest has no Sign In',
    edits: [[accountMenu, '            {shell.signIn}\n', '            {shell.preferences}\n']],
  },
  {
    row: 'LAYOUT-09',
    what: 'the menu does not say the phone number',
    edits: [[personMenu, '<span className="block">{phone}</span>', '']],
  },
  {
    row: 'LAYOUT-09',
    what: 'the menu has no Log out',
    edits: [
      [
        personMenu,
        "          {\n            kind: 'action',\n            label: moreMessages.frame.logOut,\n            icon: moreIcons.signOut,\n            onSelect: logOut,\n          },\n",
        '',
      ],
    ],
  },
  {
    row: 'LAYOUT-09',
    what: 'Preferences of the menu lead home',
    edits: [[personMenu, "navigate('/preferences')", "navigate('/')"]],
  },
  {
    row: 'LAYOUT-10',
    what: 'the sheet does not say who is signed in',
    edits: [[texts, "signedInAs: 'Signed in as'", "signedInAs: 'Signed in'"]],
  },
  {
    row: 'LAYOUT-10',
    what: 'the sheet says the name in place of the phone number',
    edits: [[accountSheet, '{user.phone}', '{user.name}']],
  },
  {
    row: 'LAYOUT-11',
    what: 'the sheet of a guest does not say that all stays local',
    edits: [
      [texts, "usingLocally: 'You are using the app locally'", "usingLocally: 'You are a guest'"],
    ],
  },
  {
    row: 'LAYOUT-11',
    what: 'the sheet of a guest has no Local only mode',
    edits: [[accountSheet, '{!user && (\n            <p', '{user && (\n            <p']],
  },
  {
    row: 'LAYOUT-20',
    what: 'Sign In to Sync leads home',
    edits: [[accountSheet, "navigate('/login')", "navigate('/')"]],
  },
  {
    row: 'LAYOUT-20',
    what: 'Sign In on a desktop leads to the tutorial',
    edits: [[accountMenu, 'href="/login"', 'href="/onboarding"']],
  },
  {
    row: 'LAYOUT-20',
    what: 'the sheet of who is signed in has no Log out',
    edits: [
      [
        accountSheet,
        '            <Button wide icon={moreIcons.signOut} onClick={close(logOut)}>\n              {frame.logOut}\n            </Button>',
        '            <></>',
      ],
    ],
  },
];
