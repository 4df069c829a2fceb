import type { MouseEvent } from 'react';

/**
 * A press handler that leaves out the second press of a double click, for buttons whose meaning
 * changes with the press or whose place another one takes: Start turns into Complete, the next row
 * moves under the pointer. What counts as a double click the browser says, by the platform's own
 * setting of time and place and for fingers too (decision 0058); keys click no times and always act.
 */
export function firstPress(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) act();
  };
}
