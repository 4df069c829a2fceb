import { storedWish } from './stored-wish.ts';

/** Whether somebody switched push messages on in this browser. */
export const pushWish = storedWish('push-storage');
