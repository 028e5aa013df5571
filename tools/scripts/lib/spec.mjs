// Rules (core/tree/SPEC.md and its like) against the tests that name them.
import ts from 'typescript';

/** The rows of the specification's checklist by prefix, and how many each has. RP rows are rules of the house. */
const ROWS = { EP: 19, TR: 25, RM: 23, IE: 15, WI: 18, RL: 13, BD: 14, AP: 15, RP: 5 };
const RULE = /^- \*\*([A-Z]{2}-\d{2}\.\d+)\*\*\s+\S/;
/** A rule of a known row: `UTF-16.1` is none. */
const CITED = new RegExp(`\\b(?:${Object.keys(ROWS).join('|')})-\\d{2}\\.\\d+\\b`, 'g');
const ID = /\b[A-Z]{2}-\d{2}(?:\.\d+)?\b/g;
const BLOCKS = new Set(['test', 'it', 'describe']);

/** The rule ids of a SPEC.md: lines `- **TR-14.3** text`. */
export function rulesOf(text) {
  return text.split(/\r?\n/).flatMap((line) => RULE.exec(line)?.[1] ?? []);
}

/** Those of them that only a page can show: they stand below a heading `## In the view`. */
export function viewRulesOf(text) {
  const parts = text.split(/^(?=## )/m).filter((part) => /^## In the view\b/.test(part));
  return parts.flatMap(rulesOf);
}

/** `test`, `describe.each(…)`, `it.concurrent.each\`…\`` begin with one of the blocks. */
function blockName(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return blockName(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return blockName(node.tag);
  return '';
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join(' ');
  if (ts.isBinaryExpression(node)) return `${textOf(node.left)}${textOf(node.right)}`;
  return '';
}

/** The names of all test, it and describe blocks of a test file. */
export function testNamesOf(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const names = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.arguments.length > 0 && BLOCKS.has(blockName(node.expression))) {
      const name = textOf(node.arguments[0]);
      if (name !== '') names.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind));
  return names;
}

export const idsIn = (name) => name.match(ID) ?? [];

function isRow(id) {
  const [prefix, number] = id.split('-');
  return Object.hasOwn(ROWS, prefix) && Number(number) >= 1 && Number(number) <= ROWS[prefix];
}

/** The view decides nothing: what it cites (`files` of src/) is stated below core/. */
export function compareView(specs, files) {
  const stated = new Set(specs.filter(({ file }) => file.startsWith('core/')).flatMap(({ text }) => rulesOf(text)));
  return files.flatMap(({ file, text }) =>
    [...new Set(text.match(CITED) ?? [])]
      .filter((id) => !stated.has(id))
      .map((id) => `${file} cites ${id}, which no SPEC.md of core/ states.`),
  );
}

/**
 * Compares `specs` and `tests` (each `{ file, text }`). A test may name a whole row (`TR-14`) where it proves a journey and not one rule;
 * a rule needs a test that names the rule itself; a rule of core/ one without a page, unless it is one of the view.
 */
export function compare(specs, tests) {
  const rules = new Map();
  const faults = [];
  for (const { file, text } of specs) {
    for (const id of rulesOf(text)) {
      if (rules.has(id)) faults.push(`${id} stands twice: in ${rules.get(id)} and in ${file}.`);
      if (!isRow(id.split('.')[0])) faults.push(`${id} in ${file} is not of a row of the checklist.`);
      rules.set(id, file);
    }
  }
  const tested = new Set();
  const withoutPage = new Set();
  for (const { file, text } of tests) {
    for (const name of testNamesOf(file, text)) {
      for (const id of idsIn(name)) {
        const known = id.includes('.') ? rules.has(id) : isRow(id);
        if (!known) faults.push(`${file} tests ${id}, which no SPEC.md states: "${name}".`);
        tested.add(id);
        if (!/^(src|e2e)\//.test(file)) withoutPage.add(id);
      }
    }
  }
  const ofView = new Set(specs.flatMap(({ text }) => viewRulesOf(text)));
  for (const [id, file] of rules) {
    if (!tested.has(id)) faults.push(`${id} in ${file} has no test that names it.`);
    else if (file.startsWith('core/') && !ofView.has(id) && !withoutPage.has(id))
      faults.push(`${id} in ${file} is tested with a page only: test it in core/, or state it below "## In the view".`);
  }
  return { rules: rules.size, tested: [...rules.keys()].filter((id) => tested.has(id)).length, faults };
}
