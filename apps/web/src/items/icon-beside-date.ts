/** Words that an icon stands for in a narrow row that has a date; screen readers have them always. */
export const iconBesideDate = '@max-2xl:group-has-[[data-due]:not(:empty)]/lines:sr-only';
