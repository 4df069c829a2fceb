// @ts-check

const app = 'apps/web/src/app/app.tsx';
const bottomBar = 'apps/web/src/app/bottom-bar.tsx';
const header = 'apps/web/src/app/header.tsx';
const routes = 'apps/web/src/app/routes.tsx';
const screens = 'apps/web/src/app/screens.ts';
const texts = 'apps/web/src/messages/en/shell.ts';

/** The route table, the titles and the bottom bar. @type {readonly import('./violation.mjs').Violation[]} */
export const routeViolations = [
  {
    test: ['apps/server/src/http/route-files.test.ts', '[PERF-05]'],
    what: 'a route with a number has no files',
    edits: [['apps/server/src/http/route-files.ts', "part.startsWith(':') || ", '']],
  },
  {
    test: ['apps/server/src/app.test.ts', '[PERF-05]'],
    what: 'a page comes without the files of its screen',
    edits: [
      ['apps/server/src/http/static-files.ts', "void reply.header('link', link)", 'void link'],
    ],
  },
  {
    test: ['apps/web/src/app/first-script.test.ts', '[PERF-01]'],
    what: 'the first screen shows an icon of later parts',
    edits: [['apps/web/src/app/bell.tsx', 'first-icons.ts', 'more-icons.ts']],
  },
  {
    row: 'PERF-08',
    what: 'the page asks for its smallest script first',
    edits: [['apps/web/vite.config.ts', 'sizeOf(b) - sizeOf(a)', 'sizeOf(a) - sizeOf(b)']],
  },
  {
    row: 'PERF-08',
    what: 'the page asks for the theme before its scripts',
    edits: [
      [
        'apps/web/vite.config.ts',
        "others.replace('<script ', () => `${largestFirst}<script `)",
        'page',
      ],
    ],
  },
  {
    row: 'PERF-09',
    what: 'the first rendering waits for nothing',
    edits: [
      ['apps/web/src/main.tsx', 'Promise.all([client.firstItems, screen])', 'Promise.resolve()'],
    ],
  },
  {
    row: 'PERF-09',
    what: 'the first rendering waits longer for a slow database',
    edits: [['apps/web/src/main.tsx', 'longestWaitMs = 150', 'longestWaitMs = 200']],
  },
  {
    row: 'PERF-10',
    what: 'the rows of a long list come with its page',
    edits: [
      [
        'apps/web/src/items/long-list.tsx',
        'useDeferredValue(true, false)',
        'useDeferredValue(true, true)',
      ],
    ],
  },
  {
    row: 'PERF-10',
    what: 'rows out of sight come with those in sight',
    edits: [['apps/web/src/items/window-lines.ts', 'useState(0)', 'useState(overscanLines)']],
  },
  {
    row: 'PERF-11',
    what: 'a narrow row is estimated at the height of a wide one',
    edits: [['apps/web/src/items/long-list.tsx', 'width < narrowBelowPx', 'false']],
  },
  {
    row: 'PERF-11',
    what: 'a long list is short until its rows come',
    edits: [
      ['apps/web/src/items/long-list.tsx', '<div style={{ height: heightPx(list) }} />', '<div />'],
    ],
  },
  {
    row: 'PERF-11',
    what: 'the gaps between cards are not counted until they come',
    edits: [
      ['apps/web/src/items/long-list.tsx', 'linePx(list, line) + gapPx', 'linePx(list, line)'],
    ],
  },
  {
    row: 'PERF-11',
    what: 'the heights of cards are forgotten when their list leaves the page',
    edits: [
      ['apps/web/src/items/long-list.tsx', 'otherHeights.set(keyOf(list, line), px)', 'void px'],
    ],
  },
  {
    row: 'ROUTE-01',
    what: 'the contacts are at another path',
    edits: [
      [routes, "'/contacts', titles", "'/people', titles"],
      [screens, "'/contacts':", "'/people':"],
    ],
  },
  {
    row: 'ROUTE-01',
    what: 'completed items are at /active',
    edits: [[screens, 'it.ActiveScreen', 'it.CompletedScreen']],
  },
  {
    row: 'ROUTE-02',
    what: 'another path shows nothing',
    edits: [[app, '        <NotFoundScreen />\n', '        {null}\n']],
  },
  {
    row: 'ROUTE-02',
    what: 'another path has the title of Home',
    edits: [[app, 'messages.titles.other', 'messages.titles.home']],
  },
  {
    row: 'ROUTE-02',
    what: 'a longer path shows the screen of its beginning',
    edits: [
      [
        routes,
        'pattern.length !== parts.length',
        '(pattern.length === 0 ? parts.length > 0 : pattern.length > parts.length)',
      ],
    ],
  },
  {
    row: 'ROUTE-03',
    what: 'the contacts are open before the tutorial',
    edits: [[routes, "path === '/login' ||", "path === '/contacts' || path === '/login' ||"]],
  },
  {
    row: 'ROUTE-03',
    what: '/login leads to the tutorial',
    edits: [[routes, "path === '/login' || path === '/onboarding'", "path === '/onboarding'"]],
  },
  {
    row: 'ROUTE-03',
    what: 'the preferences lead to the tutorial even after it',
    edits: [
      [app, 'if (isThrough !== true &&', "if ((isThrough !== true || path === '/preferences') &&"],
      [app, 'if (isThrough === false) return', 'return'],
    ],
  },
  {
    row: 'ROUTE-04',
    what: 'the bar says Completed for Done',
    edits: [[texts, "done: 'Done'", "done: 'Completed'"]],
  },
  {
    row: 'ROUTE-04',
    what: 'Queue leads to My List',
    edits: [[bottomBar, "{ href: '/queue',", "{ href: '/my-list',"]],
  },
  {
    row: 'ROUTE-04',
    what: 'the bar does not mark where one is',
    edits: [[bottomBar, "aria-current={isCurrent ? 'page' : undefined}", '']],
  },
  {
    row: 'ROUTE-05',
    what: 'the title of a campaign is that of the list',
    edits: [[routes, 'titles.campaign,', 'titles.campaigns,']],
  },
  {
    row: 'ROUTE-05',
    what: 'the document has the name of the product alone',
    edits: [[texts, '(title === product ? product : `${title} · ${product}`)', 'title && product']],
  },
  {
    row: 'ROUTE-05',
    what: 'the brand of Home is called by the name of the product',
    edits: [[header, '        aria-label={titles.home}\n', '']],
  },
];
