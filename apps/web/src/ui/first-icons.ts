import type { IconShape } from './icon.tsx';

/** The icons that the first screen shows, and what stands there for code that could not be loaded. */
export const firstIcons = {
  home: { d: 'M3.5 9 10 3.5 16.5 9v7a.5.5 0 0 1-.5.5h-3.5v-5h-5v5H4a.5.5 0 0 1-.5-.5z' },
  list: { d: 'M7.5 5.5h9M7.5 10h9M7.5 14.5h9M3.5 5.5h.5M3.5 10h.5M3.5 14.5h.5' },
  queue: { d: 'M3.5 5h13M3.5 10h9M3.5 15h5M16.5 12v5M14 14.5l2.5 2.5 2.5-2.5' },
  active: { d: 'M10 2.8a7.2 7.2 0 1 0 7.2 7.2M10 6v4l2.6 2.4M13.4 3.6l.2.1M16.2 6.3l.1.2' },
  done: { d: 'M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4M6.8 10.2l2.2 2.2 4.2-4.6' },
  plus: { d: 'M10 4v12M4 10h12' },
  bell: {
    d: 'M10 3a4.6 4.6 0 0 0-4.6 4.6c0 4-1.7 5.2-1.7 6.2h12.6c0-1-1.7-2.2-1.7-6.2A4.6 4.6 0 0 0 10 3M8.2 16.6a2 2 0 0 0 3.6 0',
  },
  search: { d: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l3.8 3.8' },
  close: { d: 'M5 5l10 10M15 5 5 15' },
  signIn: {
    d: 'M11.5 3.5H15a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-3.5M3.5 10h9M9 6.5l3.5 3.5L9 13.5',
  },
  settings: {
    d: 'M3.5 6h7M14.5 6h2M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M3.5 14h2M9.5 14h7M7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  },
  sync: {
    d: 'M16.5 8A6.8 6.8 0 0 0 4.4 6.2L3.5 7.5M3.5 4v3.5H7M3.5 12a6.8 6.8 0 0 0 12.1 1.8l.9-1.3M16.5 16v-3.5H13',
  },
  device: {
    d: 'M6.5 2.8h7a1 1 0 0 1 1 1v12.4a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1M9 14.8h2',
  },
} satisfies Record<string, IconShape>;
