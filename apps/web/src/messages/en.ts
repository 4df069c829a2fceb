import { plural } from './format.ts';

/** The product's name. */
const product = 'Foray';

const types = { campaign: 'campaign', task: 'task', todo: 'todo' } as const;

/**
 * Every text that a person can read, once. To translate Foray, translate this file and the language
 * in `format.ts`. Texts that the specification quotes are here to the letter; where it leaves the
 * wording open, decision records say what was chosen.
 */
export const en = {
  product,

  /* words used on many screens */
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  dismiss: 'Dismiss',
  undo: 'Undo',
  retry: 'Try again',
  previous: 'Previous',
  next: 'Next',
  loading: 'Loading...',
  error: 'Error',
  types,
  typePlurals: { campaign: 'campaigns', task: 'tasks', todo: 'todos' },
  typeNames: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
  counter: (length: number, max: number) => `${length}/${max}`,
  counterSpoken: (length: number, max: number) => `${length} of ${max} characters`,
  progressOf: (completed: number, total: number) => `${completed} of ${total}`,
  progressLabel: 'Progress',
  progressRemaining: (percent: number, remaining: number) =>
    `${percent}% complete, ${remaining} remaining`,
  toastLabel: 'Message',
  toastRegion: 'Messages ({hotkey})',

  /** Header titles by route (section 2). */
  titles: {
    home: 'Home',
    myList: 'My List',
    queue: 'Queue',
    active: 'Active',
    completed: 'Completed',
    campaigns: 'Campaigns',
    campaign: 'Campaign',
    task: 'Task',
    contacts: 'Contacts',
    notifications: 'Notifications',
    preferences: 'Preferences',
    onboarding: 'Welcome',
    login: 'Sign In',
    notFound: product,
  },
  documentTitle: (title: string) => (title === product ? product : `${title} · ${product}`),

  shell: {
    skipToContent: 'Skip to content',
    mainNavigation: 'Main',
    bottomBar: { home: 'Home', myList: 'My List', queue: 'Queue', active: 'Active', done: 'Done' },
    back: 'Back',
    notifications: 'Notifications',
    notificationsUnread: (count: number) =>
      `Notifications, ${plural(count, { one: 'unread', other: 'unread' })}`,
    account: 'Account',
    search: 'Search',
    localOnly: 'Local only',
    signIn: 'Sign In',
    add: 'Add item',
    preferences: 'Preferences',
    logOut: 'Log out',
    signedInAs: 'Signed in as',
    usingLocally: 'You are using the app locally',
    localOnlyMode: 'Local only mode',
    signInToSync: 'Sign In to Sync',
    loadingScreen: 'Loading...',
    screenFailed: 'This screen could not be loaded.',
    screenFailedHint: 'Check your connection and try again. Your items are safe on this device.',
    crashed: 'Something went wrong on this screen.',
    crashedHint: 'Your items are safe. Reload to go on.',
    reload: 'Reload',
    notFound: 'There is nothing at this address.',
    notFoundHint: 'The link may be old, or the address mistyped.',
    goHome: 'Go to Home',
  },

  connectivity: {
    offline: 'Offline',
    online: 'Online',
    onlinePending: (pending: number) => `Online (${pending} pending)`,
    syncing: 'Syncing...',
    conflicts: (count: number) => plural(count, { one: 'conflict', other: 'conflicts' }),
  },

  notices: {
    signedOut: 'You have been signed out',
    signedOutWaiting: (count: number) =>
      count === 0
        ? 'Sign in again to sync.'
        : `${plural(count, { one: 'change waits', other: 'changes wait' })} on this device. Sign in again to sync.`,
    signOutUnsent: (count: number) =>
      `${plural(count, { one: 'change has', other: 'changes have' })} not reached the server yet. They stay on this device and are sent when you sign in again here.`,
    signOutTitle: 'Log out now?',
    parked: (count: number) =>
      `${plural(count, { one: 'change needs', other: 'changes need' })} your attention`,
    parkedHint: 'The server did not accept it. Open Preferences to see why.',
    parkedAction: 'Show',
    conflicts: (count: number) =>
      `${plural(count, { one: 'item was', other: 'items were' })} changed here and on the server`,
    storageMemory: 'This browser cannot keep data for the app.',
    storageMemoryHint:
      'Private mode or a full disk may be the reason. What you enter lasts until you close the page.',
    storageDamaged: (rows: number) =>
      `${plural(rows, { one: 'saved item', other: 'saved items' })} could not be read.`,
    storageDamagedHint: 'Everything else works. After signing in, Sync Now fetches them again.',
  },

  update: {
    title: 'A new version is ready',
    description: 'Reload when it suits you. Your items are kept.',
    action: 'Reload',
    alt: 'Reload the page',
  },

  keyboard: {
    title: 'Keyboard shortcuts',
    groups: {
      everywhere: 'Everywhere',
      lists: 'On an item',
      forms: 'In forms',
    },
    search: 'Search items',
    help: 'Show this help',
    create: 'New item',
    goHome: 'Go to Home',
    goMyList: 'Go to My List',
    goQueue: 'Go to Queue',
    goActive: 'Go to Active',
    goCompleted: 'Go to Completed',
    toasts: 'Move to messages',
    closeLayer: 'Close a dialog or menu',
    toggleStatus: 'Complete or reopen the focused item',
    edit: 'Save a title being edited',
    cancelEdit: 'Leave a title as it was',
    submit: 'Create a todo from quick-add',
    then: 'then',
  },

  login: {
    title: `Sign In to ${product}`,
    phone: 'Phone number',
    phonePlaceholder: '+1234567890',
    name: 'Name',
    namePlaceholder: 'Your name',
    submit: 'Sign In',
    submitting: 'Signing in...',
    or: 'or',
    withoutSigningIn: 'Continue without signing in',
    failed: 'Failed to login. Please try again.',
    code: 'Verification code',
    codeHint: 'We sent 6 digits to your phone.',
    invalidPhone: 'Please enter a valid phone number',
    invalidCode: 'Please enter the correct verification code',
    rateLimited: 'Too many tries. Please wait a minute.',
    otherNumber: 'Use another number',
    benefits: [
      { title: 'Sync across devices', text: 'Start on your phone, finish at your desk.' },
      { title: 'Collaborate with others', text: 'Share a campaign and assign its parts.' },
      { title: 'Get notifications', text: 'Know when something is yours, or done.' },
    ],
  },

  onboarding: {
    title: 'Welcome',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    progress: 'Tutorial progress',
    skip: 'Skip tutorial',
    previous: 'Previous',
    next: 'Next',
    continue: 'Continue',
    verify: 'Verify',
    getStarted: 'Get Started',
    steps: {
      welcome: {
        title: `Welcome to ${product}`,
        text: 'Big goals become campaigns, campaigns become tasks, tasks become todos. Work through them one at a time.',
      },
      account: {
        title: 'Do you want an account?',
        text: 'With an account your items follow you to every device and you can share them. Without one everything stays on this device.',
      },
      phone: {
        title: 'Your phone number',
        text: 'We use it to know you on your other devices.',
      },
      code: {
        title: 'Enter the code',
        text: 'It has 6 digits and was sent to your phone.',
      },
      contacts: {
        title: 'Find people you know',
        text: 'Import your contacts to see who else is here. Nobody is told, and you can do it later.',
      },
      myWork: {
        title: 'Your work in four lists',
        text: 'Queue holds what waits, Active what you are doing, Completed what is done. My List is everything you created.',
      },
      tasks: {
        title: 'From campaign to todo',
        text: 'Open a campaign to add tasks, open a task to add todos. Progress climbs by itself as you finish them.',
      },
      offline: {
        title: 'Works without a connection',
        text: 'Everything is saved on this device first. Add, edit and complete wherever you are.',
      },
      collaboration: {
        title: 'Better together',
        text: 'Assign an item and it appears on the other person’s lists. You hear when it is done.',
      },
      mobile: {
        title: 'At hand everywhere',
        text: 'Install the app from your browser’s menu. It opens like any other, also offline.',
      },
    },
    signIn: 'Sign In',
    signInHint: 'Sync, share and back up',
    withoutAccount: 'Continue Without Account',
    withoutAccountHint: 'Stay on this device',
    phoneLabel: 'Phone number',
    codeLabel: 'Verification code',
    codeHint: 'For testing, the code 123456 is accepted.',
    importFromPhone: 'Import from Phone',
    importFromCsv: 'Import from CSV',
    skipForNow: 'Skip for Now',
    placeholderName: 'New user',
    invalidPhone: 'Invalid phone number',
    invalidPhoneText: 'Please enter a valid phone number',
    invalidCode: 'Invalid code',
    invalidCodeText: 'Please enter the correct verification code',
    codeSent: 'Code sent',
    codeSentText: 'Check your phone for the verification code',
    loggedIn: 'Welcome!',
    loggedInText: 'You have successfully logged in',
    loginFailed: 'Login failed',
    loginFailedText: 'Please try again',
    celebration: 'You’re in!',
    celebrationText: 'Your items now follow you to every device.',
  },

  home: {
    subtitle: 'Everything happening in your world',
    tabsLabel: 'Items by type',
    tabs: { all: 'All', campaign: 'Campaigns', task: 'Tasks', todo: 'Todos' },
    loading: 'Loading items...',
    viewAll: (count: number) => `View All (${count} items)`,
    showLess: 'Show Less',
    empty: {
      all: 'No items yet! Create your first campaign to get started.',
      campaign: 'No campaigns yet! Create a campaign to organize your big goals.',
      task: 'No tasks yet! Tasks help break down campaigns into manageable pieces.',
      todo: 'No todos yet! Todos are the smallest actionable items.',
    },
  },

  lists: {
    queue: {
      subtitle: 'Things waiting to be started',
      search: 'Search queue items...',
      empty: {
        all: 'Your queue is empty!',
        campaign: 'No campaigns in queue!',
        task: 'No tasks in queue!',
        todo: 'No todos in queue!',
      },
      hints: { all: 'Add something new to get started.', campaign: null, task: null, todo: null },
    },
    active: {
      subtitle: "What you're working on right now",
      search: 'Search active items...',
      empty: {
        all: 'Nothing active!',
        campaign: 'No active campaigns!',
        task: 'No active tasks!',
        todo: 'No active todos!',
      },
      hints: { all: null, campaign: null, task: null, todo: null },
    },
    completed: {
      subtitle: 'Your achievements and wins',
      search: 'Search completed items...',
      empty: {
        all: 'No completed items yet!',
        campaign: 'No completed campaigns yet!',
        task: 'No completed tasks yet!',
        todo: 'No completed todos yet!',
      },
      hints: {
        all: null,
        campaign: 'Finish all tasks in a campaign to complete it.',
        task: 'Finish all todos in a task to complete it.',
        todo: null,
      },
    },
    noHits: (query: string) => `No items found for "${query}"`,
    upNext: 'Up next',
    start: 'Start',
  },

  myList: {
    subtitle: "All items you've created",
    search: 'Search my items...',
    tabsLabel: 'Items by state',
    tabs: { queue: 'Queue', active: 'Active', completed: 'Completed' },
    empty: {
      queue: 'No items in your queue',
      active: 'No active items',
      completed: 'No completed items yet',
    },
  },

  item: {
    status: (status: string) => `Status: ${status}`,
    statusWords: {
      pending: 'pending',
      in_progress: 'in progress',
      completed: 'completed',
    },
    due: (date: string) => `Due: ${date}`,
    overdue: (date: string) => `Overdue: ${date}`,
    createdBy: (name: string) => `Created by: ${name}`,
    assignedTo: (name: string) => `Assigned to: ${name}`,
    unassigned: 'Unassigned',
    inParent: (parent: string) => `in ${parent}`,
    pendingSync: 'Pending sync',
    conflict: 'Conflict',
    readOnly: 'Read only',
    untitled: 'Untitled',
    editTitle: 'Edit title',
    titleLabel: 'Title',
    completeNamed: (title: string) => `Complete ${title}`,
    reopenNamed: (title: string) => `Reopen ${title}`,
    moreNamed: (title: string) => `More actions for ${title}`,
    assignNamed: (title: string) => `Assign ${title}`,
    start: 'Start',
    moveToQueue: 'Move to queue',
    complete: 'Complete',
    reopen: 'Reopen',
    open: 'Open',
    edit: 'Edit',
    assign: 'Assign to',
    moveTo: 'Move to…',
    delete: 'Delete',
    topLevel: 'Top level',
    notAllowed: 'You can only view this item.',
    onlyOwnerDeletes: 'Only its owner can delete or move it.',
  },

  itemToasts: {
    deletedTitle: { campaign: 'Campaign deleted', task: 'Task deleted', todo: 'Todo deleted' },
    deletedText: {
      campaign: 'The campaign has been deleted successfully.',
      task: 'The task has been deleted successfully.',
      todo: 'The todo has been deleted successfully.',
    },
    deleteFailed: {
      campaign: 'Failed to delete the campaign. Please try again.',
      task: 'Failed to delete the task. Please try again.',
      todo: 'Failed to delete the todo. Please try again.',
    },
    assigned: { campaign: 'Campaign assigned', task: 'Task assigned', todo: 'Todo assigned' },
    assignFailed: {
      campaign: 'Failed to assign the campaign. Please try again.',
      task: 'Failed to assign the task. Please try again.',
      todo: 'Failed to assign the todo. Please try again.',
    },
    updated: { campaign: 'Campaign updated', task: 'Task updated', todo: 'Todo updated' },
    updateFailed: {
      campaign: 'Failed to update the campaign. Please try again.',
      task: 'Failed to update the task. Please try again.',
      todo: 'Failed to update the todo. Please try again.',
    },
    undoAlt: 'Open Preferences, Recently deleted, to bring it back',
  },

  deleteDialog: {
    title: { campaign: 'Delete campaign?', task: 'Delete task?', todo: 'Delete todo?' },
    text: (title: string) => `“${title}” will be deleted. You can bring it back for 30 days.`,
    withChildren: (count: number) =>
      `It contains ${plural(count, { one: 'item', other: 'items' })}. Deleted alone, they stay in your lists without it.`,
    onlyThis: 'Delete only this',
    withItems: (count: number) =>
      `Delete with its ${plural(count, { one: 'item', other: 'items' })}`,
    othersLose: (count: number) =>
      `${plural(count, { one: 'item of another person leaves', other: 'items of other people leave' })} your lists.`,
  },

  quickAdd: {
    label: 'Quick add',
    placeholder: { campaign: 'New campaign', task: 'New task', todo: 'New todo' },
    title: 'Title',
    description: 'Description',
    descriptionPlaceholder: 'Description (optional)',
    due: 'Due date',
    assignee: 'Assignee',
    tabsLabel: 'Type of the new item',
    tabs: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
    submit: { campaign: 'Add campaign', task: 'Add task', todo: 'Add todo' },
    created: 'Item created',
    createdText: (type: keyof typeof types) => `Your ${types[type]} has been created successfully.`,
    failed: 'Failed to create item. Please try again.',
    invalid: 'Invalid input. Please check your title length and try again.',
    tooLong: 'Title too long',
    tooLongText: 'Title must be 255 characters or less.',
    tooLongInline: 'Title too long: Title must be 255 characters or less.',
  },

  createDialog: {
    title: 'Create New Item',
    itemTitle: 'Title',
    titlePlaceholder: {
      campaign: 'What is the goal?',
      task: 'What is the piece of work?',
      todo: 'What is the next action?',
    },
    titleRequired: 'Title is required.',
    description: 'Description',
    assignee: 'Assignee',
    due: 'Due date',
    end: 'End date',
    submit: 'Create',
  },

  campaigns: {
    loading: 'Loading campaigns...',
    failed: 'Failed to load campaigns',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
    pages: 'Pages',
  },

  campaign: {
    loading: 'Loading campaign...',
    notFound: 'Campaign not found',
    tabsLabel: 'Campaign',
    tabs: { contents: 'Contents', activity: 'Activity' },
    empty: 'No tasks or todos yet. Add your first item above!',
  },

  task: {
    loading: 'Loading task...',
    notFound: 'Task not found',
    todos: 'Todos',
    empty: 'No todos yet. Add your first todo above!',
  },

  activity: {
    failed: 'Failed to load activity. Please try again.',
    empty: 'No activity yet. Start by adding tasks or making changes to track progress.',
  },

  search: {
    title: 'Search items',
    placeholder: 'Search items...',
    searching: 'Searching...',
    none: (query: string) => `No items found for "${query}"`,
    idle: 'Start typing to search across all your items',
    hint: 'Cmd+K',
    hintOpen: 'to open',
    hintMove: 'to move',
    hintSelect: 'to select',
    hintClose: 'to close',
    results: (count: number) => plural(count, { one: 'result', other: 'results' }),
  },

  upgrade: {
    title: 'Upgrading Your Account',
    transferring: 'Transferring your local data...',
    syncing: 'Syncing with server...',
    finalizing: 'Finalizing upgrade...',
    complete: 'Upgrade complete!',
    failed: 'The upgrade could not be finished. Nothing is lost.',
    retry: 'Try again',
    later: 'Continue in the background',
  },

  notifications: {
    heading: 'Recent Notifications',
    empty: 'No notifications yet.',
    emptyHint: 'When someone assigns to you or finishes what is yours, it appears here.',
  },

  contacts: {
    signInRequired: 'Sign In Required',
    signInText: 'You need to sign in to manage contacts',
    noneYet: 'No contacts yet',
    noneYetHint: 'People who use the app and whose number you know will be listed here.',
    signIn: 'Sign In',
  },

  parked: {
    create: (title: string) => `Create “${title}”`,
    change: (title: string) => `Change “${title}”`,
    assign: (title: string) => `Assign “${title}”`,
    delete: (title: string) => `Delete “${title}”`,
    restore: (title: string) => `Bring back “${title}”`,
    reasons: {
      waiting: 'It waits to be sent.',
      serverErrors: 'The server failed three times. It is tried again from time to time.',
      dependency: 'It depends on another change in this list.',
      refused: (status: number) => `The server refused it (${status}).`,
    },
    /** By the server's error code. */
    verdicts: {
      invalid: 'Something in it is not allowed, for example a title that is too long.',
      illegal_parent: 'It cannot be put there.',
      unknown_assignee: 'This person cannot be assigned here.',
      not_found: 'The item is no longer there, or no longer shared with you.',
      forbidden: 'You may not change this item.',
      parent_gone: 'What it belongs to is no longer there.',
      limit: 'There are too many items in one place.',
      too_large: 'It is too large.',
      uuid_taken: 'Another item has its identity.',
    } as Readonly<Record<string, string>>,
  },

  preferences: {
    appearance: 'Appearance',
    appearanceText: 'How the app looks on this device.',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    tutorial: 'Tutorial',
    tutorialText: 'A short walk through the app.',
    viewTutorial: 'View Tutorial',
    resetTutorial: 'Reset Tutorial',
    sync: 'Sync Settings',
    syncText: 'Your items are kept the same on all your devices.',
    syncNow: 'Sync Now',
    syncing: 'Syncing...',
    lastSync: (moment: string) => `Last synced: ${moment}`,
    neverSynced: 'Not synced yet on this device',
    pending: (count: number) =>
      `${plural(count, { one: 'change waits', other: 'changes wait' })} to be sent`,
    syncComplete: 'Sync complete',
    syncCompleteText: 'Your items have been synchronized.',
    syncFailed: 'Sync failed',
    syncFailedText: 'Failed to sync items. Please try again.',
    contacts: 'Contacts',
    contactsText: 'Import contacts and see who is here.',
    viewContacts: 'View Contacts',
    attention: 'Needs attention',
    attentionText: 'The server did not accept these changes. They are kept until you decide.',
    attentionRetry: 'Retry',
    attentionCopy: 'Copy',
    attentionCopied: 'Copied',
    attentionDiscard: 'Discard',
    attentionRetried: 'It will be sent again.',
    attentionRetryNamed: (what: string) => `Retry: ${what}`,
    attentionCopyNamed: (what: string) => `Copy: ${what}`,
    attentionDiscardNamed: (what: string) => `Discard: ${what}`,
    attentionDiscardTitle: 'Discard this change?',
    attentionDiscardText: 'It will not be sent, and the item goes back to what the server has.',
    data: 'Data Management',
    dataText: 'Removes everything the app keeps in this browser.',
    dataSignedIn: 'Your items are fetched again from the server.',
    dataGuest: 'You have no account: items on this device exist nowhere else.',
    dataUnsent: (count: number) =>
      `${plural(count, { one: 'change has', other: 'changes have' })} not reached the server and will be lost.`,
    clear: 'Clear Local Data',
    clearTitle: 'Clear Local Data',
    clearConfirm: 'Are you sure you want to clear all local data? This cannot be undone.',
    account: 'Account',
    logOut: 'Log out',
  },
};

/** The shape of a language: every text and what it is made from. */
export type Messages = typeof en;
