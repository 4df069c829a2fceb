/**
 * The attributes that give an element a tooltip of `label` and its shortcut `keys`, read by
 * `tooltip-layer.tsx`. The label must also be the element's accessible name: screen readers do not read the
 * tooltip.
 */
export function tooltipProps(label: string, keys?: string) {
  return {
    'data-tooltip': label,
    ...(keys !== undefined && {
      'data-tooltip-keys': keys,
      'aria-keyshortcuts': keys.replace('Ctrl', 'Control').replaceAll(' ', '+'),
    }),
  };
}
