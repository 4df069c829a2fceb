import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import { readDocuments } from './documents.mjs';

/** A sentence whose subject is a clause, or that puts 'of' in front of its subject. A question may. */
const headless = /^(?:What|Who|Whom|Whose|Which|Where|Whatever|Wherever|Of)\b(?!.*\?$)/;

/** The person 'one', by the verbs of persons, and in places where a number or a thing would have its noun. */
const verbs = [
  'is|was|has|had|can|cannot|may|might|must|will|would|does|did|gets|sees|wants|asks|knows|types|presses',
  'opens|leaves|goes|comes|loses|lost|made|makes|sends|signs|looks|reads|writes|works|finds|needs',
].join('|');
const person = [
  /\boneself\b/i,
  /\bone[’']s\b/i,
  new RegExp(`\\b(?:if|where|when|what|whom|because|until|while|unless) one (?:${verbs})\\b`),
  /^One (?:may|can|must|does|gets|sees|wants|knows|types|presses|signs|is (?:told|asked|notified|shown))\b/,
];

const testers = new Set(['test', 'it', 'describe', 'inStep']);

/**
 * Sentences of comments, titles of tests, documents and requirements that a reader has to read twice: they
 * begin with a clause in place of a subject, or speak of a person as 'one'.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findHardSentences(root, files) {
  return [
    ...files.flatMap((file) => [...commentsOf(file), ...titlesOf(file)].flatMap(hardIn(file.path))),
    ...readDocuments(root).flatMap(({ path, text }) => paragraphsOf(text).flatMap(hardIn(path))),
    ...requirementsOf(root).flatMap(hardIn(requirements)),
  ];
}

const requirements = 'docs/requirements.tsv';

/** The cells of the requirements. */
function requirementsOf(root) {
  const lines = readFileSync(join(root, requirements), 'utf8').split('\n');
  return lines.flatMap((row, index) => row.split('\t').map((text) => ({ text, line: index + 1 })));
}

/** @param {string} path */
function hardIn(path) {
  return ({ text, line }) =>
    sentencesOf(text)
      .filter((sentence) => headless.test(sentence) || person.some((one) => one.test(sentence)))
      .map((sentence) => ({
        path,
        line,
        rule: 'english',
        message: `Begin with the subject, and name the person: '${sentence}'`,
      }));
}

/** The sentences of a text that may be wrapped over lines. */
function sentencesOf(text) {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?:])\s+(?=[A-Z‘“`'"[(])/);
}

/** Comments, those of neighbouring lines as a single text; a paragraph or a tag of a docstring is a text. */
function commentsOf({ comments, text, lineAt }) {
  const found = [];
  let last = null;
  for (const { type, value, start, end } of comments) {
    const line = lineAt(start);
    if (type === 'Block') {
      found.push(...docstringParts(value).map((part) => ({ text: part, line })));
      last = null;
    } else if (last !== null && /^\n\s*$/.test(text.slice(last.end, start))) {
      last.text += ` ${value}`;
      last.end = end;
    } else {
      last = { text: value, line, end };
      found.push(last);
    }
  }
  return found;
}

/** @param {string} value */
function docstringParts(value) {
  return value
    .replace(/^\s*\* ?/gm, '')
    .split(/\n\s*\n|\n(?=@|- )/)
    .map((part) =>
      part.replace(/^\s*(?:- |@\w+(?: \{.*?\}(?=\s|$))?(?: [\w.[\]]+(?= ))?)\s*/s, ''),
    );
}

/** The titles of tests and suites, without their requirements. */
function titlesOf({ program, lineAt }) {
  const found = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      const text = textOf(title);
      if (text === null || !testers.has(calledName(callee))) return;
      const words = text.replace(/^(?:\[[\w-]+\] ?)+/, '');
      found.push({
        text: words.charAt(0).toUpperCase() + words.slice(1),
        line: lineAt(title.start),
      });
    },
  }).visit(program);
  return found;
}

/** `test` of `test(…)`, `test.each(…)(…)` and `test.skipIf(…)(…)`. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledName(callee.object);
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  return '';
}

function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  return node.quasis.map((quasi) => quasi.value.cooked).join('…');
}

/** Paragraphs, entries of lists, cells of tables and headings of Markdown, without its code. */
function paragraphsOf(markdown) {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''));
  return [...text.matchAll(/(?:^|\n)((?:(?!\n\s*\n|\n\s*(?:[-*|#>]|\d+\.) )[\s\S])+)/g)].flatMap(
    ({ 1: block, index }) => {
      const line = text.slice(0, index + 1).split('\n').length;
      const parts = /^\s*\|/.test(block) ? block.split('|') : [block];
      return parts.map((part) => ({
        text: part.replace(/^\s*(?:[-*>]|#+|\d+\.)\s+/, '').replaceAll('**', ''),
        line,
      }));
    },
  );
}
