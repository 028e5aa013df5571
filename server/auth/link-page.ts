/** The tiny pages of the one-time sign-in link. They work without a script: opening the address changes nothing, the button does. */

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

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} · Espalier</title>
<style>
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; text-align: center; }
button { font: inherit; padding: 0.5rem 1.25rem; }
</style>
</head>
<body><main><h1>${title}</h1>
${body}</main></body>
</html>
`;
}
