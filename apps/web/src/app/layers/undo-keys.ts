import { useEffect } from 'react';
import { undoByKey } from '../../items/actions/undo.ts';
import { useActions, type UndoWay } from '../../replica/index.ts';
import { holdsUnsavedText } from '../../ui/interaction/unsaved-text.ts';
import { isTyping } from './shortcuts.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';

/** The step that a key triggers together with Ctrl or Cmd. */
function wayOf(event: KeyboardEvent): UndoWay | null {
  const { shiftKey, ctrlKey } = event;
  switch (shortcutKey(event)) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      // With Cmd this key opens the browser's history.
      return ctrlKey && !shiftKey ? 'redo' : null;
    default:
      return null;
  }
}

/**
 * The keys of undo and redo, loaded with code that the first screen does not need. Ctrl or Cmd + Z undoes
 * the person's last action on this page; with Shift, or as Ctrl + Y, it is redone. In a text field, or
 * while a dialog has unsaved text, the keys are the browser's. A key acts once, however long it is held.
 */
export function useUndoKeys(isBare: boolean): void {
  const actions = useActions();
  useEffect(() => {
    if (isBare) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const way = isCommand && !event.defaultPrevented ? wayOf(event) : null;
      if (way === null || isTyping(event.target) || holdsUnsavedText(document)) return;
      event.preventDefault();
      if (!event.repeat) void undoByKey(actions, way);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isBare, actions]);
}
