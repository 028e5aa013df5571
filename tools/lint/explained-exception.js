/** An exception to a rule names the rule and says why: `// eslint-disable-next-line some/rule -- the reason`. */
const DIRECTIVE = /^\s*(eslint-disable(?:-next-line|-line)?)(?=\s|$)(.*)$/s;

/** @type {import('eslint').Rule.RuleModule} */
export const explainedException = {
  meta: {
    type: 'problem',
    docs: { description: 'eslint-disable comments name rules and give a reason' },
    schema: [],
    messages: {
      rule: '`{{directive}}` without a rule turns everything off: name the rule, then ` -- ` and the reason.',
      reason: 'Say why the rule does not hold here: `{{directive}} {{rules}} -- the reason`.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const found = DIRECTIVE.exec(comment.value);
          if (!found) continue;
          const [, directive, rest] = found;
          const [rules, ...reason] = rest.split(/\s-{2,}\s/u).map((part) => part.trim());
          const messageId = rules === '' ? 'rule' : reason.join(' ').length < 8 ? 'reason' : undefined;
          if (!messageId) continue;
          // Column -1 stands before the comment, where `eslint-disable` itself cannot yet silence this report.
          const loc = { start: { line: comment.loc.start.line, column: -1 }, end: comment.loc.end };
          context.report({ loc, messageId, data: { directive, rules } });
        }
      },
    };
  },
};
