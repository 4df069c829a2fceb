// @ts-check

const addButton = 'apps/web/src/app/add-button.tsx';
const badge = 'apps/web/src/app/connectivity-badge.tsx';
const badgeText = 'apps/web/src/app/connectivity.ts';
const bottomBar = 'apps/web/src/app/bottom-bar.tsx';
const header = 'apps/web/src/app/header.tsx';
const layers = 'apps/web/src/app/overlay-layers.tsx';
const shell = 'apps/web/src/app/shell.tsx';
const shortcuts = 'apps/web/src/app/shortcuts.ts';
const upNext = 'apps/web/src/items/up-next-card.tsx';
const update = 'apps/web/src/app/app-update.ts';
const theme = 'apps/web/src/settings/theme.ts';
const tooltips = 'apps/web/src/ui/tooltip-layer.tsx';
const toaster = 'apps/web/src/ui/toaster.tsx';
const toast = 'apps/web/src/ui/toast.ts';
const limits = 'packages/domain/src/limits.ts';
const texts = 'apps/web/src/messages/en/frame.ts';

/** What stands around every screen, and the theme. @type {readonly import('./violation.mjs').Violation[]} */
export const layoutViolations = [
  {
    row: 'LAYOUT-24',
    what: 'the title runs under the button of Up next',
    edits: [[upNext, '<span className="two-lines">', '<span className="whitespace-nowrap">']],
  },
  {
    row: 'LAYOUT-26',
    what: 'a dialog that closes takes the focus from what has got it since',
    edits: [['apps/web/src/ui/focus-return.ts', 'if (!isFocusFree(opener)) return;', '']],
  },
  {
    row: 'LAYOUT-26',
    what: 'a menu that closes takes the focus from the field that was pressed',
    edits: [['apps/web/src/ui/menu-layer.tsx', 'if (isFocusFree(anchor.current)) ', '']],
  },
  {
    test: ['apps/web/src/app-tests/sheet-fields.browser.test.tsx', 'the focus goes on in the list'],
    what: 'what the focus trap of a sheet has caught does not return to the menu in it',
    edits: [
      ['apps/web/src/ui/focus-return.ts', 'opener !== null && activeElement', 'false && opener'],
    ],
  },
  {
    row: 'LAYOUT-25',
    what: 'a tooltip stands above its control',
    edits: [[tooltips, '>= roomBelowPx;', '>= 5000;']],
  },
  {
    row: 'LAYOUT-25',
    what: 'a tooltip stands below a control at the end of the window',
    edits: [[tooltips, '>= roomBelowPx;', '>= 0;']],
  },
  {
    row: 'LAYOUT-25',
    what: 'a tooltip stands above a control at the end of the window',
    edits: [[tooltips, 'roomBeside < element', '5000 > element']],
  },
  {
    row: 'LANG-01',
    what: 'a page speaks English to everybody',
    edits: [['apps/web/src/messages/language.ts', 'if (own !== undefined) return own;', '']],
  },
  {
    row: 'LANG-01',
    what: 'of a language with a region nothing is known',
    edits: [['apps/web/src/messages/language.ts', "tag.split('-', 1)[0]?.toLowerCase()", 'tag']],
  },
  {
    row: 'LAYOUT-17',
    what: 'in a first visit the search waits for the first list',
    edits: [[shell, 'if (isLayerOpen) beginFrame();', '']],
  },
  {
    row: 'LAYOUT-12',
    what: 'the add button covers an open quick-add card',
    edits: [[addButton, "isOpen ? 'hidden' : 'flex'", "'flex'"]],
  },
  {
    row: 'LAYOUT-12',
    what: 'the add button opens the search',
    edits: [[addButton, "openOverlay('create')", "openOverlay('search')"]],
  },
  {
    row: 'LAYOUT-12',
    what: 'the add button is on a desktop only',
    edits: [
      [
        addButton,
        'shadow-float hover:bg-accent-hover lg:hidden',
        'shadow-float hover:bg-accent-hover max-lg:hidden',
      ],
    ],
  },
  {
    row: 'LAYOUT-13',
    what: 'the badge is at the left',
    edits: [
      [
        badge,
        'fixed end-3 bottom-[calc(8.5rem+env(safe-area-inset-bottom))]',
        'fixed left-3 bottom-[calc(8.5rem+env(safe-area-inset-bottom))]',
      ],
      [badge, 'lg:end-4', 'lg:left-4'],
    ],
  },
  {
    row: 'LAYOUT-13',
    what: 'what waits is said before a run',
    edits: [
      [
        badgeText,
        '  if (sync.syncing) return connectivity.syncing;\n  return sync.pending > 0',
        '  if (sync.syncing && sync.pending === 0) return connectivity.syncing;\n  return sync.pending > 0',
      ],
    ],
  },
  {
    row: 'LAYOUT-13',
    what: 'what waits is not counted',
    edits: [[texts, '`Online (${pending} pending)`', '`Online (pending ${pending})`']],
  },
  {
    row: 'LAYOUT-14',
    what: 'the badge goes after 2 seconds',
    edits: [[limits, 'badgeShownMs = 3_000', 'badgeShownMs = 2_000']],
  },
  {
    row: 'LAYOUT-14',
    what: 'the badge goes while there is no network',
    edits: [[badge, 'isFresh || !sync.online || isPending', 'isFresh || isPending']],
  },
  {
    row: 'LAYOUT-14',
    what: 'the badge goes while changes wait',
    edits: [[badge, 'isFresh || !sync.online || isPending', 'isFresh || !sync.online']],
  },
  {
    row: 'LAYOUT-15',
    what: 'a toast has no description',
    edits: [
      [toaster, 'shown.description !== undefined && (', 'shown.description === undefined && ('],
    ],
  },
  {
    row: 'LAYOUT-15',
    what: 'the action of a toast does nothing',
    edits: [[toaster, 'onClick={shown.action.onAction}', 'onClick={() => undefined}']],
  },
  {
    row: 'LAYOUT-15',
    what: 'the toast before stays beside the new one',
    edits: [
      [
        toaster,
        'export function Toaster() {\n  const shown = useToast();',
        'let seen: ReturnType<typeof useToast>[] = [];\nexport function Toaster() {\n  const latest = useToast();\n  const shown = latest;\n  seen = [...seen.filter((one) => one?.id !== latest?.id), latest].slice(-2);',
      ],
      [toaster, '{shown && (\n        <Root', '{seen.map((shown) => shown && (\n        <Root'],
      [toaster, '</Root>\n      )}', '</Root>\n      ))}'],
    ],
  },
  {
    row: 'LAYOUT-15',
    what: 'a newer toast is not shown while one is on screen',
    edits: [[toast, '  count += 1;\n', '  if (currentToast()?.open) return;\n  count += 1;\n']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a toast lasts 4900 ms',
    edits: [[toast, 'toastDurationMs = 5000', 'toastDurationMs = 4900']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a toast lasts 5100 ms',
    edits: [[toast, 'toastDurationMs = 5000', 'toastDurationMs = 5100']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a swipe of 45 px dismisses a toast',
    edits: [[toast, 'toastSwipeThresholdPx = 50', 'toastSwipeThresholdPx = 45']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a swipe of 51 px does not dismiss a toast',
    edits: [[toast, 'toastSwipeThresholdPx = 50', 'toastSwipeThresholdPx = 51']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a swipe to the left dismisses a toast',
    edits: [[toaster, 'swipeDirection="right"', 'swipeDirection="left"']],
  },
  {
    row: 'LAYOUT-16',
    what: 'F9 leads to the toasts',
    edits: [[toast, "toastHotkey = 'F8'", "toastHotkey = 'F9'"]],
  },
  {
    row: 'LAYOUT-16',
    what: 'a dismissed toast is removed after 100 seconds',
    edits: [[toast, 'toastRemoveDelayMs = 1_000_000', 'toastRemoveDelayMs = 100_000']],
  },
  {
    row: 'LAYOUT-16',
    what: 'a dismissed toast is removed after 1,001 seconds',
    edits: [[toast, 'toastRemoveDelayMs = 1_000_000', 'toastRemoveDelayMs = 1_001_000']],
  },
  {
    row: 'LAYOUT-17',
    what: 'Cmd+K does not open the search',
    edits: [[shortcuts, 'event.ctrlKey || event.metaKey', 'event.ctrlKey']],
  },
  {
    row: 'LAYOUT-17',
    what: 'the tutorial has no search',
    edits: [[shortcuts, "key === 'k' &&", "key === 'k' && !isBare &&"]],
  },
  {
    row: 'LAYOUT-17',
    what: 'the search does not open at /login',
    edits: [
      [
        layers,
        'open={overlay === name} onOpenChange',
        "open={overlay === name && location.pathname !== '/login'} onOpenChange",
      ],
    ],
  },
  {
    test: [
      'apps/web/src/app-tests/shortcuts.browser.test.tsx',
      '[LAYOUT-17] the search opens and closes before the first list is there as it does after',
    ],
    what: 'a layer that closes before the first list is gone at once',
    edits: [
      [
        'apps/web/src/app/shell.tsx',
        '{hasLayers && <Layers',
        '{(isListShown || isSigningIn || isLayerOpen) && <Layers',
      ],
    ],
  },
  {
    row: 'LAYOUT-18',
    what: '? does not open the keyboard help',
    edits: [[shortcuts, "key === '?'", "key === 'f1'"]],
  },
  {
    row: 'LAYOUT-18',
    what: 'the page loads the new version without a yes',
    edits: [
      [
        update,
        'waitingWorker.set(worker);\n',
        '{\n      waitingWorker.set(worker);\n      applyUpdate();\n    }\n',
      ],
    ],
  },
  {
    row: 'LAYOUT-18',
    what: 'a new version is not announced',
    edits: [[shell, '        {isListShown && <UpdatePrompt />}\n', '']],
  },
  {
    row: 'LAYOUT-19',
    what: 'the bottom bar is on a desktop too',
    edits: [[bottomBar, 'pb-safe lg:hidden', 'pb-safe']],
  },
  {
    row: 'LAYOUT-19',
    what: 'a tablet has the nav of a desktop',
    edits: [[header, 'ms-4 hidden lg:block', 'ml-4 hidden md:block']],
  },
  {
    row: 'LAYOUT-19',
    what: 'the smallest phone scrolls sideways',
    edits: [
      [bottomBar, 'mx-auto flex max-w-lg', 'mx-auto flex w-96 max-w-lg'],
      [shell, 'mx-auto w-full max-w-7xl px-4', 'mx-auto w-full min-w-96 max-w-7xl px-4'],
    ],
  },
  {
    row: 'THEME-01',
    what: 'the default is light',
    edits: [[theme, "theme: 'system',\n", "theme: 'light',\n"]],
  },
  {
    row: 'THEME-01',
    what: 'a change of the system is not followed',
    edits: [[theme, "system.addEventListener('change', apply);", '']],
  },
  {
    row: 'THEME-01',
    what: 'the root element has both classes',
    edits: [[theme, "root.classList.remove('light', 'dark');", '']],
  },
];
