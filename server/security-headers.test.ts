import { createHash } from 'node:crypto';
import { policyFor } from './security-headers.ts';

test('RP-02.273 the policy of a page allows the scripts that are written into it, and no other', () => {
  const script = "\n  document.documentElement.dataset['theme'] = 'dark';\n";
  const hash = createHash('sha256').update(script).digest('base64');
  const page = `<!doctype html><script>${script}</script><script type="module" src="/a.js"></script>`;
  expect(policyFor(page)).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policyFor('<!doctype html><title>Espalier</title>')).toContain("script-src 'self';");
  expect(policyFor(page)).not.toMatch(/script-src[^;]*unsafe/);
});
