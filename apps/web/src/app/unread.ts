import { Observable } from '../state/observable.ts';

/** How many notifications have not been read; 0 until the late part of the frame counts them. */
export const unread = new Observable(0);
