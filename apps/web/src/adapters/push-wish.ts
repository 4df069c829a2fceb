import { storedWish } from './stored-wish.ts';

/** Whether push messages are switched on in this browser. */
export const pushWish = storedWish('push-storage');
