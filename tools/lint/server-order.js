/** The direction between the folders of server/ (rule 2 of CONTRIBUTING.md): later may import earlier, so that they form no circles. Tests may import any. */
import { onImports, placeOf, SERVER_ORDER, targetOf } from './layout.js';

/** A folder, or a file that stands in none, by its name. */
const nameOf = ({ part, file }) => (part === '' ? file.replace(/^server\/|\.ts$/g, '') : part);

/** @type {import('eslint').Rule.RuleModule} */
export const serverOrder = {
  meta: {
    type: 'problem',
    docs: { description: 'a folder of server/ imports earlier folders only' },
    schema: [],
    messages: {
      unknown:
        'server/{{from}} has no place in the order of folders: add it to SERVER_ORDER in tools/lint/layout.js, after what it imports.',
      later:
        'server/{{from}} comes before server/{{to}} and may not import it. Take what you need as an argument, move it to the folder that owns it, or wire the two in a file beside the folders (app.ts, routes.ts). Order: {{order}}.',
      top: 'server/{{to}} puts the server together; no folder may need it. Take what you need as an argument.',
    },
  },
  create(context) {
    const from = placeOf(context);
    const own = nameOf(from);
    const isTop = from.part === '' && !SERVER_ORDER.includes(own);
    if (from.package !== 'server' || from.test || isTop) return {};
    return {
      Program(node) {
        if (!SERVER_ORDER.includes(own)) context.report({ node, messageId: 'unknown', data: { from: own } });
      },
      ...onImports((node, specifier) => {
        const to = targetOf(from, specifier).place;
        if (to?.package !== 'server' || !SERVER_ORDER.includes(own)) return;
        const name = nameOf(to);
        const data = { from: own, to: name, order: SERVER_ORDER.join(', ') };
        if (!SERVER_ORDER.includes(name)) {
          if (to.part === '') context.report({ node, messageId: 'top', data });
        } else if (SERVER_ORDER.indexOf(name) > SERVER_ORDER.indexOf(own)) {
          context.report({ node, messageId: 'later', data });
        }
      }),
    };
  },
};
