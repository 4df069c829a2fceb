import { languageOf } from './language.ts';

test.each([
  ['the preferred one', ['de', 'en'], 'de'],
  ['the first available one', ['fr-CA', 'ar-EG', 'de'], 'ar'],
  ['one with a region, a script or capitals', ['zh-Hant-TW', 'DE-at'], 'de'],
  ['the default one for everybody else', ['fr', 'nds'], 'en'],
  ['the default one if the browser names none', [], 'en'],
] as const)('[LANG-01] a page in %s is labelled with its language', (_, tags, language) => {
  expect(languageOf(tags, ['en', 'de', 'ar'])).toBe(language);
});
