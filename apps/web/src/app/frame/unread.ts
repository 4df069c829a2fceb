import { Observable } from '../../state/observable.ts';

/** The number of unread notifications; 0 until the later part of the frame counts them. */
export const unread = new Observable(0);
