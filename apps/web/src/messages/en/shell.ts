import { adding, home } from './shell/home.ts';
import { common } from './shell/common.ts';
import { header } from './shell/header.ts';

/**
 * The texts of the first screen: the frame around every screen, and Home without items. To translate Foray,
 * translate this folder, name the language in `../language.ts` and its files in `../texts.ts`, and give
 * `../ago.ts` its words. Texts that the specification quotes are verbatim; where it leaves the wording open,
 * decision records state the choice.
 */
export const shell = { ...common, ...header, ...home, ...adding };

/** The shape of a language: all texts, and the values they are made from. */
export type Messages = typeof shell;
