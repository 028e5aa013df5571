import { RuleTester } from 'eslint';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Rules are tried on TypeScript with JSX, as if the repository were the working directory. */
export const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { ecmaFeatures: { jsx: true } },
  },
  settings: { espalier: { root } },
} as ConstructorParameters<typeof RuleTester>[0]);

/** A snippet standing in a file of the repository. */
export function at(file: string, code: string): { filename: string; code: string } {
  return { filename: path.join(root, file), code };
}

/** A snippet in such a file, and the messages it gets, in order. */
export function wrong(file: string, code: string, ...messageIds: string[]) {
  return { ...at(file, code), errors: messageIds.map((messageId) => ({ messageId })) };
}
