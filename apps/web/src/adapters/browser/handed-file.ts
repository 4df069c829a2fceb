import { useEffect, useEffectEvent } from 'react';

let handed: File | null = null;

/** Hands a file to the screen that opens next. */
export function handFile(file: File): void {
  handed = file;
}

/** Calls `onFile` once with the file that another screen has handed to this one, if any. */
export function useHandedFile(onFile: (file: File) => void): void {
  const receive = useEffectEvent(onFile);
  useEffect(() => {
    const file = handed;
    handed = null;
    // In a task of its own, because it changes the state of the screen.
    if (file !== null) setTimeout(() => receive(file));
  }, []);
}
