import { storedPreference } from './stored-preference.ts';

/** Whether push messages are switched on in this browser. */
export const pushPreference = storedPreference('push-storage');
