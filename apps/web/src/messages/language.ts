/** The language of this build, by which counts, dates and times are written. */
export const language = 'en';
