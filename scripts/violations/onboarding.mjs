// @ts-check

const screen = 'apps/web/src/features/onboarding/onboarding-screen.tsx';
const steps = 'apps/web/src/features/onboarding/steps.ts';
const phoneStep = 'apps/web/src/features/onboarding/phone-step.tsx';
const codeStep = 'apps/web/src/features/onboarding/code-step.tsx';
const contactsStep = 'apps/web/src/features/onboarding/contacts-step.tsx';
const celebration = 'apps/web/src/features/onboarding/celebration.tsx';
const notices = 'apps/web/src/app/notices.tsx';
const tutorial = 'apps/web/src/settings/tutorial.ts';
const limits = 'packages/domain/src/limits.ts';
const texts = 'apps/web/src/messages/en/onboarding.ts';

/** The tutorial. @type {readonly import('./violation.mjs').Violation[]} */
export const onboardingViolations = [
  {
    row: 'ONB-01',
    what: 'the card is not modal',
    edits: [[screen, '      aria-modal="true"\n', '']],
  },
  {
    row: 'ONB-01',
    what: 'the progress bar is a step behind',
    edits: [[screen, 'completed={place.step + 1}', 'completed={place.step}']],
  },
  {
    row: 'ONB-01',
    what: 'Previous is enabled on the first step',
    edits: [[screen, 'disabled={isFirst || isBusy}', 'disabled={isBusy}']],
  },
  {
    row: 'ONB-01',
    what: 'the steps are not counted',
    edits: [[texts, '`Step ${step} of ${steps}`', '`Step ${step}${steps && ""}`']],
  },
  {
    row: 'ONB-02',
    what: 'the last step reads Next',
    edits: [[screen, '{isLast ? onboarding.getStarted : onboarding.next}', '{onboarding.next}']],
  },
  {
    row: 'ONB-03',
    what: 'closing counts as having been through',
    edits: [[screen, 'tutorial.skip();', 'tutorial.complete();']],
  },
  {
    row: 'ONB-03',
    what: 'the card does not fade',
    edits: [[screen, "leavingTo !== null && 'opacity-0'", "leavingTo !== null && 'opacity-100'"]],
  },
  {
    row: 'ONB-03',
    what: 'Home comes at once',
    edits: [[limits, 'onboardingExitMs = 300', 'onboardingExitMs = 0']],
  },
  {
    row: 'ONB-03',
    what: 'Home comes after 400 ms',
    edits: [[limits, 'onboardingExitMs = 300', 'onboardingExitMs = 400']],
  },
  {
    row: 'ONB-03',
    what: 'finishing leads to the campaigns',
    edits: [[screen, "if (isLast) finish('/')", "if (isLast) finish('/campaigns')"]],
  },
  {
    row: 'ONB-04',
    what: 'the account prompt comes last before a choice',
    edits: [
      [
        steps,
        "undecided: ['welcome', 'account', 'myWork', 'tasks', 'offline', 'mobile']",
        "undecided: ['welcome', 'myWork', 'tasks', 'offline', 'mobile', 'account']",
      ],
    ],
  },
  {
    row: 'ONB-05',
    what: 'Next is enabled without an answer',
    edits: [[screen, "disabled={step === 'account' && choice === null}", 'disabled={false}']],
  },
  {
    row: 'ONB-05',
    what: 'an answer has another name',
    edits: [[texts, "withoutAccount: 'Continue Without Account'", "withoutAccount: 'Continue'"]],
  },
  {
    row: 'ONB-06',
    what: 'signing in asks for no phone number',
    edits: [[steps, "{ way: 'account', step: 0 }", "{ way: 'account', step: 1 }"]],
  },
  {
    row: 'ONB-06',
    what: 'who signs in reads nothing of collaboration',
    edits: [
      [
        steps,
        "'contacts', 'myWork', 'tasks', 'collaboration',",
        "'contacts', 'myWork', 'tasks', 'offline',",
      ],
    ],
  },
  {
    row: 'ONB-07',
    what: 'a guest reads nothing of offline',
    edits: [
      [
        steps,
        "local: ['welcome', 'myWork', 'tasks', 'offline', 'mobile']",
        "local: ['welcome', 'myWork', 'tasks', 'mobile']",
      ],
    ],
  },
  {
    row: 'ONB-07',
    what: 'a guest is welcomed twice',
    edits: [[steps, "{ way: 'local', step: 1 }", "{ way: 'local', step: 0 }"]],
  },
  {
    row: 'ONB-08',
    what: 'an import leads home',
    edits: [[screen, "onImport={() => finish('/contacts')}", "onImport={() => finish('/')}"]],
  },
  {
    row: 'ONB-08',
    what: 'Import from CSV goes on with the tutorial',
    edits: [
      [
        contactsStep,
        'icon={moreIcons.upload} onClick={onImport}',
        'icon={moreIcons.upload} onClick={onSkip}',
      ],
    ],
  },
  {
    row: 'ONB-08',
    what: 'Skip for Now leaves the tutorial',
    edits: [
      [contactsStep, 'variant="quiet" onClick={onSkip}', 'variant="quiet" onClick={onImport}'],
    ],
  },
  {
    row: 'ONB-09',
    what: 'the test code is hinted at where codes are sent',
    edits: [
      [
        codeStep,
        'hint={takesTestCode ? onboarding.codeHint : undefined}',
        'hint={onboarding.codeHint}',
      ],
    ],
  },
  {
    row: 'ONB-09',
    what: 'the test code is not hinted at',
    edits: [[codeStep, '        hint={takesTestCode ? onboarding.codeHint : undefined}\n', '']],
  },
  {
    row: 'ONB-10',
    what: 'nothing is celebrated',
    edits: [[notices, 'setIsCelebrating(notice.wasGuest)', 'setIsCelebrating(false)']],
  },
  {
    row: 'ONB-10',
    what: 'who was signed in already is celebrated too',
    edits: [[notices, 'setIsCelebrating(notice.wasGuest)', 'setIsCelebrating(true)']],
  },
  {
    row: 'ONB-10',
    what: 'the celebration does not end by itself',
    edits: [
      [celebration, 'useDelay(onDone, celebrationMs);', 'useDelay(onDone, celebrationMs && null);'],
    ],
  },
  {
    row: 'ONB-11',
    what: 'the step is not kept',
    edits: [
      [
        tutorial,
        'progress.set({ currentStep });',
        'progress.set({ currentStep: currentStep && 0 });',
      ],
    ],
  },
  {
    row: 'ONB-11',
    what: 'a skip has no time',
    edits: [[tutorial, 'end({ skippedAt: now() })', 'end({})']],
  },
  {
    row: 'ONB-11',
    what: 'the end of the tutorial is kept as a skip',
    edits: [
      [
        tutorial,
        'complete: () => end({ completedAt: now() })',
        'complete: () => end({ skippedAt: now() })',
      ],
    ],
  },
  {
    row: 'ONB-11',
    what: 'a reset keeps when the tutorial was skipped',
    edits: [
      [
        tutorial,
        'progress.set(fresh);',
        'progress.set({ ...fresh, skippedAt: progress.get().skippedAt });',
      ],
    ],
  },
  {
    row: 'ONB-12',
    what: 'a short phone number is sent',
    edits: [[phoneStep, 'phone.trim().length < minPhoneChars', "phone.trim() === ''"]],
  },
  {
    row: 'ONB-12',
    what: 'ten characters are too few',
    edits: [
      [phoneStep, 'phone.trim().length < minPhoneChars', 'phone.trim().length <= minPhoneChars'],
    ],
  },
  {
    row: 'ONB-12',
    what: 'the error of a phone number is another',
    edits: [[texts, "'Please enter a valid phone number'", "'Please try again'"]],
  },
  {
    row: 'ONB-13',
    what: 'a wrong code is a failed login',
    edits: [
      [codeStep, "return setProblem('code');", "return setProblem('login');"],
      [codeStep, "setProblem(isCode ? 'code' : 'login')", "setProblem(isCode ? 'login' : 'code')"],
    ],
  },
  {
    row: 'ONB-13',
    what: 'the error of a code is another',
    edits: [[texts, "invalidCode: 'Invalid code'", "invalidCode: 'Wrong code'"]],
  },
  {
    row: 'ONB-14',
    what: 'nothing says that the code was sent',
    edits: [
      [
        phoneStep,
        '      toast({ title: onboarding.codeSent, description: onboarding.codeSentText });\n',
        '',
      ],
    ],
  },
  {
    row: 'ONB-14',
    what: 'nothing says that the login succeeded',
    edits: [
      [
        codeStep,
        '      toast({ title: onboarding.loggedIn, description: onboarding.loggedInText });\n',
        '',
      ],
    ],
  },
  {
    row: 'ONB-15',
    what: 'a failed login goes on to the next step',
    edits: [
      [
        codeStep,
        "setProblem(isCode ? 'code' : 'login');",
        "setProblem(isCode ? 'code' : 'login');\n      if (!isCode) onDone();",
      ],
    ],
  },
  {
    row: 'ONB-15',
    what: 'a failed login says nothing',
    edits: [
      [codeStep, "setProblem(isCode ? 'code' : 'login');", "if (isCode) setProblem('code');"],
    ],
  },
  {
    row: 'ONB-16',
    what: 'the sign-in passes no name',
    edits: [[codeStep, 'name: onboarding.placeholderName', "name: ''"]],
  },
  {
    row: 'ONB-16',
    what: 'the sign-in passes another phone number',
    edits: [[codeStep, '      phone,\n      name:', '      phone: phone.slice(1),\n      name:']],
  },
];
