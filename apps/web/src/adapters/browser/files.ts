import { useEffect, useEffectEvent } from 'react';

/** The time in which the browser has to start saving a file before its address is released. */
const addressLifeMs = 60_000;

/** Offers a text to the person as a file, by the browser's own way of saving. */
export function saveFile(name: string, type: string, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs);
}

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
