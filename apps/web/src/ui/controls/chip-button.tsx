import type { MouseEvent } from 'react';
import { firstIcons } from '../icons/first-icons.ts';
import { Icon } from '../icons/icon.tsx';
import { tooltipProps } from './tooltip.ts';

/** The cross at the end of a chip, which takes the chip away. */
export function ChipButton({
  label,
  onPress,
  onMouseDown,
}: {
  readonly label: string;
  readonly onPress: () => void;
  readonly onMouseDown?: (event: MouseEvent) => void;
}) {
  return (
    <button
      {...tooltipProps(label)}
      type="button"
      aria-label={label}
      onMouseDown={onMouseDown}
      onClick={onPress}
      className="touch-target inline-flex size-7 shrink-0 items-center justify-center self-center rounded-full hover:bg-hover print:hidden"
    >
      <Icon icon={firstIcons.close} size={14} />
    </button>
  );
}
