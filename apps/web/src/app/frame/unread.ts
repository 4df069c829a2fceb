import { Observable } from '../../state/observable.ts';

/** The number of unread notifications; 0 until the late part of the frame counts them. */
export const unread = new Observable(0);
