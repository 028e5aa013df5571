/**
 * The tiny pages of the one-time sign-in link, in the colours of the product (src/ui/tokens.css). They need no other file and no script: opening the
 * address changes nothing, the button does.
 */

export function linkPage(token: string): string {
  const safe = token.replace(/[^A-Za-z0-9_-]/g, '');
  return page(
    'Sign in',
    `<p>This link signs you in once.</p>
<form method="post" action="/-/sign-in"><input type="hidden" name="token" value="${safe}"><button type="submit" autofocus>Sign in</button></form>`,
  );
}

export function spentLinkPage(): string {
  return page(
    'This link cannot be used',
    '<p>It was used before or has expired. <a href="/-/sign-in">Sign in</a> another way.</p>',
  );
}

/** A page of the server's own. `title` and `body` are HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} · Espalier</title>
<style>
:root { color-scheme: light dark; background: light-dark(#fff, #161819); color: light-dark(#1d2120, #eceeeb); }
body { font: 16px/1.5 'Inter Variable', system-ui, sans-serif; display: grid; place-content: center; min-height: 85vh; margin: 0; padding: 1rem; text-align: center; }
h1 { margin: 0; font-size: 1.5rem; }
p { margin: 0.5rem 0 1.5rem; color: light-dark(#575e5a, #a7aeaa); }
a, .name { color: light-dark(#14623f, #7fcfa5); }
.name { margin-bottom: 1rem; font-weight: 600; }
label { display: inline-block; text-align: left; }
input:not([type=hidden]) { min-height: 2.5rem; width: 16rem; padding: 0 0.5rem; font: inherit; }
[role=alert] { display: block; color: light-dark(#a3271c, #f0958b); }
button { min-height: 2.5rem; padding: 0 1.5rem; border: 0; border-radius: 6px; background: light-dark(#1b7049, #2f8f63); color: light-dark(#fff, #06140d); font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: light-dark(#155a3a, #39a372); }
:focus-visible { outline: 2px solid light-dark(#1767c4, #79b8ff); outline-offset: 2px; }
</style>
</head>
<body><main><p class="name">Espalier</p>
<h1>${title}</h1>
${body}</main></body>
</html>
`;
}
