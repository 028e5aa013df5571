/** Where a text stops being JSON: line and column from 1, and what is wrong there. */
export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-]))/y;

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or }' | ', or ]' | 'end';

/** Finds the first place where the text is not JSON (the parser of this Node names no place for most faults); null where it is JSON. */
export function findJsonFault(text: string): JsonFault | null {
  const nesting: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = skipSpace(text, TOKEN.lastIndex);
    if (start === text.length)
      return expected === 'end' ? null : fault(text, start, `the file ends where ${words(expected)} should stand`);
    const match = TOKEN.exec(text);
    if (match === null) return fault(text, start, badToken(text, start, expected));
    const [, mark, string] = match;
    const next = step(expected, mark ?? (string === undefined ? 'literal' : 'string'), nesting);
    if (next === null)
      return fault(
        text,
        start,
        `${JSON.stringify(text.slice(start, start + 20))} stands where ${words(expected)} should`,
      );
    expected = next;
  }
}

function step(expected: Expected, token: string, nesting: ('{' | '[')[]): Expected | null {
  const after = (): Expected => {
    const inside = nesting.at(-1);
    return inside === undefined ? 'end' : inside === '{' ? ', or }' : ', or ]';
  };
  const close = (): Expected => {
    nesting.pop();
    return after();
  };
  switch (expected) {
    case 'value':
    case 'value or ]':
      if (token === '{' || token === '[') {
        nesting.push(token);
        return token === '{' ? 'key or }' : 'value or ]';
      }
      if (token === ']' && expected === 'value or ]') return close();
      return token === 'string' || token === 'literal' ? after() : null;
    case 'key':
    case 'key or }':
      if (token === '}' && expected === 'key or }') return close();
      return token === 'string' ? ':' : null;
    case ':':
      return token === ':' ? 'value' : null;
    case ', or }':
      return token === ',' ? 'key' : token === '}' ? close() : null;
    case ', or ]':
      return token === ',' ? 'value' : token === ']' ? close() : null;
    case 'end':
      return null;
  }
}

function words(expected: Expected): string {
  const said: Record<Expected, string> = {
    value: 'a value',
    'value or ]': 'a value or "]"',
    key: 'a name in double quotes',
    'key or }': 'a name in double quotes or "}"',
    ':': 'a colon',
    ', or }': 'a comma or "}"',
    ', or ]': 'a comma or "]"',
    end: 'nothing',
  };
  return said[expected];
}

function badToken(text: string, start: number, expected: Expected): string {
  if (text[start] === '"') return 'a text that is not closed, or holds a line break or an unknown escape';
  return `${JSON.stringify(text.slice(start, start + 20))} stands where ${words(expected)} should`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

function fault(text: string, at: number, message: string): JsonFault {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1, message };
}
