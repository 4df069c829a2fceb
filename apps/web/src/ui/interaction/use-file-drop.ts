import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts the first file dropped anywhere on the page, so that a drop beside its target does not replace
 * the app by the file. Returns whether a file is over the page.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file) take(file);
    };
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('dragleave', onDragLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => abort.abort();
  }, []);
  return isOver;
}
