/** The data of newer browsers about a locale's weeks; 1 is Monday, 7 is Sunday. */
interface WeekInfo {
  readonly firstDay: number;
}

type LocaleWithWeeks = Intl.Locale & {
  readonly weekInfo?: WeekInfo;
  getWeekInfo?(): WeekInfo;
};

/** The first day of a week in a locale, from 0 for Sunday; Monday if the browser does not know. */
export function weekStartOf(locale: string): number {
  const own: LocaleWithWeeks = new Intl.Locale(locale);
  return ((own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1) % 7;
}
