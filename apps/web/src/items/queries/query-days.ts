import { useMemo } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import type { QueryDays } from '../../replica/hooks/use-search.ts';
import { useToday } from '../fields/today.ts';
import { dateLocale } from '../create/use-reader.ts';

/** The day, time zone and week from which queries count for the person; another one at midnight. */
export function useQueryDays(): QueryDays {
  const today = useToday();
  return useMemo(
    () => ({
      today,
      zone: browserClock.zone ?? 'UTC',
      weekStart: dateLocale.weekStartsOn,
    }),
    [today],
  );
}
