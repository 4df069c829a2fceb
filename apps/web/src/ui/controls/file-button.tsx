import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { moreIcons } from '../icons/more-icons.ts';

/** A button that lets the person choose a file; `label` names its hidden input. */
export function FileButton({
  label,
  accept,
  onFile,
  ...button
}: ComponentProps<typeof Button> & {
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={moreIcons.upload} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows the same file to be chosen a second time.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
