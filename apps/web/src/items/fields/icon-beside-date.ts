/** Words that an icon replaces in a narrow row with a date; screen readers always read them. */
export const iconBesideDate = '@max-2xl:group-has-[[data-due]:not(:empty)]/lines:sr-only';
