import { product } from '../../product.ts';

/** The tutorial. */
export const onboarding = {
  onboarding: {
    title: 'Welcome',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    progress: 'Tutorial progress',
    skip: 'Skip tutorial',
    previous: 'Previous',
    next: 'Next',
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
        text: 'It was sent to your phone.',
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
    nameQuestion: 'Your name?',
    nameHint: 'People you work with see it.',
    nameLater: 'Later',
    celebrationSending: 'Your items are being sent to the server.',
  },
};
