import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Faults } from './faults.ts';
import { readPlanningSchema } from './fixtures.ts';
import { LISTS, type ListName, type PlanningSource } from './planning-source.ts';

interface Form {
  /** The file without the rows of its lists. */
  head: ValidateFunction;
  rows: ReadonlyMap<ListName, ValidateFunction>;
}

/** Does the file have the form that the schema describes? Every fault, those of the file as a whole first. `onRows` hears of rows that were looked at. */
export async function checkForm(source: PlanningSource, onRows: (rows: number) => void): Promise<void> {
  const faults = new Faults();
  checkVersion(source.head, faults);
  faults.refuse();
  const { head, rows } = form();
  check(head, headOf(source), '', faults);
  for (const list of LISTS) {
    const validate = rows.get(list);
    let index = 0;
    for await (const piece of source.pieces(list)) {
      for (const row of piece) check(validate, row, `${list}[${String(index++)}]`, faults);
      onRows(piece.length);
    }
  }
  faults.refuse();
}

/** Said alone: in a file of another version everything else would look wrong, too. */
function checkVersion(head: unknown, faults: Faults): void {
  if (typeof head !== 'object' || head === null || !('schemaVersion' in head) || head.schemaVersion === 1) return;
  faults.add('schemaVersion', `is ${JSON.stringify(head.schemaVersion)}, and this Espalier reads version 1`);
}

/** The file with one stand-in for the rows of each list that has any. */
function headOf(source: PlanningSource): unknown {
  if (typeof source.head !== 'object' || source.head === null || Array.isArray(source.head)) return source.head;
  const lists = LISTS.flatMap((list) => {
    const length = source.length(list);
    return length === undefined ? [] : [[list, length === 0 ? [] : [null]] as const];
  });
  return { ...source.head, ...Object.fromEntries(lists) };
}

let compiled: Form | undefined;
function form(): Form {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
  const schema = readPlanningSchema() as { properties: Record<string, { items?: object }> };
  const lists = LISTS.map((list) => [list, schema.properties[list] ?? {}] as const);
  const whole = lists.map(([list, { items: _items, ...rest }]) => [list, rest] as const);
  compiled = {
    head: ajv.compile({ ...schema, properties: { ...schema.properties, ...Object.fromEntries(whole) } }),
    rows: new Map(lists.map(([list, { items = {} }]) => [list, ajv.compile(items)])),
  };
  return compiled;
}

function check(validate: ValidateFunction | undefined, value: unknown, path: string, faults: Faults): void {
  if (validate === undefined || validate(value)) return;
  for (const error of validate.errors ?? []) {
    // `if` and `then` repeat what their parts say.
    if (error.keyword !== 'if') addSchemaFault(error, path, faults);
  }
}

function addSchemaFault(error: ErrorObject, prefix: string, faults: Faults): void {
  const path = `${prefix}${jsonPath(error.instancePath, prefix === '')}`;
  const params = error.params as Record<string, unknown>;
  const add = (message: string): void => faults.add(path, message);
  if (error.keyword === 'additionalProperties')
    return add(`has the unknown field "${String(params['additionalProperty'])}"`);
  if (error.keyword === 'required') return add(`lacks the field "${String(params['missingProperty'])}"`);
  if (error.keyword === 'enum') return add(`${shown(error.data)} is not one of ${list(params['allowedValues'])}`);
  if (error.keyword === 'const')
    return add(`must be ${JSON.stringify(params['allowedValue'])}, not ${shown(error.data)}`);
  if (error.keyword === 'uniqueItems') return add('names the same thing twice');
  if (error.keyword === 'type' && error.schemaPath.includes('/then/')) {
    return add(`must be ${String(params['type'])} while the state is "open", not ${shown(error.data)}`);
  }
  const subject = error.keyword === 'minItems' ? '' : `${shown(error.data)} `;
  return add(`${subject}${error.message ?? 'is wrong'}`);
}

/** '/members/12/roles' becomes '.members[12].roles', and at the beginning of a path 'members[12].roles'. */
function jsonPath(pointer: string, first: boolean): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
  return first ? path.replace(/^\./, '') : path;
}

const list = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
