import type { MouseEvent } from 'react';

/**
 * A press handler that ignores the second press of a double click, for buttons that a press changes or
 * replaces: Start becomes Complete, the next row moves under the pointer. The browser detects double clicks
 * by the platform's settings (decision 0058); keys have `detail` 0 and always act.
 */
export function firstPress(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) act();
  };
}
