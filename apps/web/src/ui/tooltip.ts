/** What the one tooltip layer of the app (`tooltip-layer.tsx`) looks for on an element. */
export interface TooltipAttributes {
  readonly 'data-tooltip': string;
  readonly 'data-tooltip-keys'?: string;
  readonly 'aria-keyshortcuts'?: string;
}

/**
 * Gives an element a tooltip of `label` and, where keys do the same, their hint. The label must also
 * be the element's accessible name: the tooltip itself is for the eyes alone.
 */
export function tooltipProps(label: string, keys?: string): TooltipAttributes {
  if (keys === undefined) return { 'data-tooltip': label };
  return {
    'data-tooltip': label,
    'data-tooltip-keys': keys,
    'aria-keyshortcuts': keys.replace('Ctrl', 'Control').replaceAll(' ', '+'),
  };
}
