import { languageOf } from './language.ts';

test.each([
  ['the preferred one', ['de', 'en'], 'de'],
  ['the first that there is', ['fr-CA', 'ar-EG', 'de'], 'ar'],
  ['one of a region, a script or in capitals', ['zh-Hant-TW', 'DE-at'], 'de'],
  ['the first of all for anybody else', ['fr', 'nds'], 'en'],
  ['the first of all where the browser names none', [], 'en'],
] as const)('[LANG-01] a page in %s is labelled with its language', (_, tags, language) => {
  expect(languageOf(tags, ['en', 'de', 'ar'])).toBe(language);
});
