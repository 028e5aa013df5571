/** What the page at /-/graphql-explorer is made of: GraphiQL and its editor's workers, from the package, and a page around them. */
export interface ExplorerFile {
  /** Below the page's path; empty for the page itself. */
  readonly name: string;
  readonly type: string;
  content(): string | Promise<string>;
}

export const EXPLORER_PATH = '/-/graphql-explorer';

/** Nothing from elsewhere and no inline script. The editor measures and colours its text with styles, and its fonts are in its style sheet. */
export const EXPLORER_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>GraphQL explorer · Espalier</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${EXPLORER_PATH}/graphiql.css" />
    <style>
      html, body, #root { height: 100%; margin: 0; }
    </style>
  </head>
  <body class="no-focus-outline">
    <noscript>The GraphQL explorer needs JavaScript. The API itself is at /api/graphql.</noscript>
    <div id="root"></div>
    <script src="${EXPLORER_PATH}/workers.js"></script>
    <script src="${EXPLORER_PATH}/graphiql.js"></script>
    <script type="module" src="${EXPLORER_PATH}/start.js"></script>
  </body>
</html>
`;

/** The editor asks for its workers by these labels while graphiql.js is read. */
const WORKERS = `self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => '${EXPLORER_PATH}/worker-' + (['json', 'graphql'].includes(label) ? label : 'editor') + '.js',
};
`;

/**
 * A cookie session's token is read from this server, which only a page of this origin can do, and sent with every request: a page of another
 * site can make the browser send the cookie, but never the token. Who signs in or out elsewhere gets the new token by reloading.
 */
const START = `const session = await fetch('/-/session.json', { headers: { accept: 'application/json' } })
  .then((answer) => (answer.ok ? answer.json() : null))
  .catch(() => null);
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  endpoint: '/api/graphql',
  title: 'Espalier',
  shouldPersistHeaders: false,
  additionalHeaders: session?.csrfToken ? { 'x-csrf-token': session.csrfToken } : {},
  defaultQuery: \`# Ctrl+Enter runs the query, Ctrl+Space completes it. The schema is behind the book on the left.
query {
  currentUser { username }
  groups(first: 10) { nodes { fullPath name } }
}
\`,
});
`;

type Package = typeof import('@graphql-yoga/render-graphiql/graphiql');

/** A part of the package, which is nine megabytes and is read when somebody opens the page. */
function fromPackage(part: Exclude<keyof Package, 'favicon'>): () => Promise<string> {
  return async () => (await import('@graphql-yoga/render-graphiql/graphiql'))[part];
}

const SCRIPT = 'text/javascript; charset=utf-8';

export const EXPLORER_FILES: readonly ExplorerFile[] = [
  { name: '', type: 'text/html; charset=utf-8', content: () => PAGE },
  { name: 'graphiql.css', type: 'text/css; charset=utf-8', content: fromPackage('css') },
  { name: 'graphiql.js', type: SCRIPT, content: fromPackage('js') },
  { name: 'workers.js', type: SCRIPT, content: () => WORKERS },
  { name: 'start.js', type: SCRIPT, content: () => START },
  { name: 'worker-editor.js', type: SCRIPT, content: fromPackage('editorWorkerService') },
  { name: 'worker-json.js', type: SCRIPT, content: fromPackage('jsonWorker') },
  { name: 'worker-graphql.js', type: SCRIPT, content: fromPackage('graphqlWorker') },
];
