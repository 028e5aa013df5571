/** As much of the GraphQL language as the client's own operations use. */

export interface Field {
  readonly kind: 'field';
  readonly key: string;
  readonly name: string;
  readonly args: Readonly<Record<string, Value>>;
  readonly include: Value | null;
  readonly selection: readonly Selection[] | null;
}

export type Selection =
  | Field
  | { readonly kind: 'spread'; readonly name: string }
  | { readonly kind: 'inline'; readonly on: string; readonly selection: readonly Selection[] };

export type Value = { readonly variable: string } | { readonly constant: unknown };

export interface Document {
  readonly operation: 'query' | 'mutation';
  readonly variables: readonly { readonly name: string; readonly fallback: unknown; readonly required: boolean }[];
  readonly selection: readonly Selection[];
  readonly fragments: ReadonlyMap<string, readonly Selection[]>;
}

const TOKEN = /\s+|,|#[^\n]*|(\.\.\.|[!(){}[\]:=@$]|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*)/y;

function tokens(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new SyntaxError(`unexpected ${text.slice(at, at + 20)}`);
    if (match[1] !== undefined) found.push(match[1]);
  }
  return found;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  get done(): boolean {
    return this.#at >= this.#tokens.length;
  }

  peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  next(): string {
    this.#at += 1;
    return this.#tokens[this.#at - 1] ?? '';
  }

  skip(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  expect(token: string): void {
    const found = this.next();
    if (found !== token) throw new SyntaxError(`expected ${token}, found ${found}`);
  }
}

export function parse(text: string): Document {
  const reader = new Reader(text);
  const fragments = new Map<string, readonly Selection[]>();
  let main: Omit<Document, 'fragments'> | null = null;
  while (!reader.done) {
    const word = reader.next();
    if (word === 'fragment') {
      const name = reader.next();
      reader.expect('on');
      reader.next();
      fragments.set(name, selections(reader));
    } else if (word === 'query' || word === 'mutation') {
      if (reader.peek() !== '(' && reader.peek() !== '{') reader.next();
      main = { operation: word, variables: variables(reader), selection: selections(reader) };
    } else throw new SyntaxError(`unexpected ${word}`);
  }
  if (main === null) throw new SyntaxError('no operation');
  return { ...main, fragments };
}

function variables(reader: Reader): Document['variables'] {
  const found: { name: string; fallback: unknown; required: boolean }[] = [];
  if (!reader.skip('(')) return found;
  while (!reader.skip(')')) {
    reader.expect('$');
    const name = reader.next();
    reader.expect(':');
    while (reader.peek() === '[') reader.next();
    reader.next();
    let required = false;
    while (reader.peek() === '!' || reader.peek() === ']') required = reader.next() === '!';
    found.push({ name, required, fallback: reader.skip('=') ? constantOf(value(reader)) : undefined });
  }
  return found;
}

function constantOf(given: Value): unknown {
  if ('variable' in given) throw new SyntaxError('a default cannot be a variable');
  return given.constant;
}

function selections(reader: Reader): Selection[] {
  const found: Selection[] = [];
  reader.expect('{');
  while (!reader.skip('}')) found.push(selection(reader));
  return found;
}

function selection(reader: Reader): Selection {
  if (reader.skip('...')) {
    if (!reader.skip('on')) return { kind: 'spread', name: reader.next() };
    const on = reader.next();
    return { kind: 'inline', on, selection: selections(reader) };
  }
  const first = reader.next();
  const name = reader.skip(':') ? reader.next() : first;
  const args = given(reader);
  let include: Value | null = null;
  if (reader.skip('@')) {
    reader.expect('include');
    include = given(reader)['if'] ?? null;
  }
  return {
    kind: 'field',
    key: first,
    name,
    args,
    include,
    selection: reader.peek() === '{' ? selections(reader) : null,
  };
}

function given(reader: Reader): Record<string, Value> {
  const found: Record<string, Value> = {};
  if (!reader.skip('(')) return found;
  while (!reader.skip(')')) {
    const name = reader.next();
    reader.expect(':');
    found[name] = value(reader);
  }
  return found;
}

const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

function value(reader: Reader): Value {
  if (reader.skip('$')) return { variable: reader.next() };
  if (reader.skip('[')) {
    const list: unknown[] = [];
    while (!reader.skip(']')) list.push(constantOf(value(reader)));
    return { constant: list };
  }
  const token = reader.next();
  if (/^[-"\d]/.test(token)) return { constant: JSON.parse(token) as unknown };
  return { constant: Object.hasOwn(WORDS, token) ? WORDS[token] : token };
}
