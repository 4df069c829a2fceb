import { Observable } from '../../state/observable.ts';

/** Whether a quick-add card is open. */
export const isQuickAddOpen = new Observable(false);
