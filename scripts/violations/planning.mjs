// @ts-check

const todayScreen = 'apps/web/src/features/planning/today-screen.tsx';
const upcomingScreen = 'apps/web/src/features/planning/upcoming-screen.tsx';
const dayList = 'apps/web/src/features/planning/day-list.tsx';

/** Today, Upcoming, and what Hide completed leaves as it is. @type {readonly import('./violation.mjs').Violation[]} */
export const planningViolations = [
  {
    row: 'DAY-01',
    what: 'Today leaves out what is overdue',
    edits: [[todayScreen, 'day < today)', 'day > today)']],
  },
  {
    row: 'DAY-01',
    what: 'Today shows what is due tomorrow',
    edits: [
      [todayScreen, 'useDue(today);', 'useDue(addDays(today, 1));'],
      [todayScreen, 'day === today', 'day >= today'],
    ],
  },
  {
    row: 'DAY-02',
    what: 'Upcoming ends after 13 days',
    edits: [[upcomingScreen, 'daysAhead = 14', 'daysAhead = 13']],
  },
  {
    row: 'DAY-02',
    what: 'Upcoming leaves out what is overdue',
    edits: [[upcomingScreen, '(day) => day < today)', '(day) => day < days[0]!.slice(1))']],
  },
  {
    row: 'DAY-05',
    what: 'each row of a day says the day again',
    edits: [[dayList, ' day={day ?? undefined}', '']],
  },
  {
    row: 'DAY-03',
    what: 'the up key plans for a later day',
    edits: [[dayList, "'ArrowUp' ? before :", "'ArrowUp' ? after :"]],
  },
  {
    row: 'DAY-03',
    what: 'the focus stays in the list that an item leaves',
    edits: [[dayList, '    followRow(uuid);\n', '']],
  },
  {
    row: 'DAY-03',
    what: 'the keys plan an item while its title is edited',
    edits: [[dayList, ' || isTextField(event.target)) return', ') return']],
  },
  {
    row: 'DAY-03',
    what: 'a campaign that is planned gets a due date',
    edits: [['apps/web/src/items/plan-day.ts', '{ end_date: day } :', '{ due_date: day } :']],
  },
  {
    row: 'DAY-03',
    what: 'Undo plans for no day',
    edits: [['packages/domain/src/undo.ts', 'former[part] ?? null', 'null']],
  },
  {
    row: 'DAY-04',
    what: 'the keys of Upcoming lead to Today',
    edits: [['apps/web/src/app/shortcuts.ts', "u: '/upcoming'", "u: '/today'"]],
  },
  {
    row: 'DAY-04',
    what: 'a phone has no way from Home to Today',
    edits: [['apps/web/src/features/home/home-screen.tsx', '{hasItems && <HomePlan />}', '']],
  },
  {
    row: 'DAY-04',
    what: 'keys lead away from a field in which one types',
    edits: [
      [
        'apps/web/src/app/shortcuts.ts',
        'if (isBare || isTyping(event.target)) return;',
        'if (isBare) return;',
      ],
    ],
  },
  {
    row: 'HOME-09',
    what: 'the rows are made again where the switch comes',
    edits: [
      [
        'apps/web/src/items/open-items.tsx',
        'children(shown)\n',
        '<div key={String(completed > 0)}>{children(shown)}</div>\n',
      ],
    ],
  },
];
