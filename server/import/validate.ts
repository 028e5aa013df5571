import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { checkContents } from './check-contents.ts';
import { type Fault, ImportRefused } from './faults.ts';
import { readPlanningSchema } from './fixtures.ts';
import type { PlanningFile } from './format.ts';

/**
 * Is this a planning data file that can be imported as it stands? First its form, by the schema; then, where the form is right, what a
 * schema cannot say (references, duplicates, cycles, depth, days that exist). The limits on edits (how long a title may be, how many
 * children) are not asked: what the file says is so. Throws `ImportRefused` with every fault.
 */
export function validatePlanningFile(document: unknown): PlanningFile {
  const wrongVersion = versionFault(document);
  if (wrongVersion !== null) throw new ImportRefused([wrongVersion]);
  const validate = schema();
  if (!validate(document)) throw new ImportRefused((validate.errors ?? []).filter(isCause).map(schemaFault));
  const file = document as PlanningFile;
  const faults = checkContents(file);
  if (faults.length > 0) throw new ImportRefused(faults);
  return file;
}

/** Said alone: in a file of another version everything else would look wrong, too. */
function versionFault(document: unknown): Fault | null {
  if (typeof document !== 'object' || document === null || !('schemaVersion' in document)) return null;
  if (document.schemaVersion === 1) return null;
  const found = JSON.stringify(document.schemaVersion);
  return { path: 'schemaVersion', message: `is ${found}, and this Espalier reads version 1` };
}

let compiled: ValidateFunction | undefined;
function schema(): ValidateFunction {
  compiled ??= new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(readPlanningSchema());
  return compiled;
}

/** `if` and `then` repeat what their parts say. */
const isCause = ({ keyword }: ErrorObject): boolean => keyword !== 'if';

function schemaFault(error: ErrorObject): Fault {
  const path = jsonPath(error.instancePath);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'additionalProperties')
    return { path, message: `has the unknown field "${String(params['additionalProperty'])}"` };
  if (error.keyword === 'required') return { path, message: `lacks the field "${String(params['missingProperty'])}"` };
  if (error.keyword === 'enum')
    return { path, message: `${shown(error.data)} is not one of ${list(params['allowedValues'])}` };
  if (error.keyword === 'const')
    return { path, message: `must be ${JSON.stringify(params['allowedValue'])}, not ${shown(error.data)}` };
  if (error.keyword === 'uniqueItems') return { path, message: 'names the same thing twice' };
  if (error.keyword === 'type' && error.schemaPath.includes('/then/')) {
    return { path, message: `must be ${String(params['type'])} while the state is "open", not ${shown(error.data)}` };
  }
  const subject = error.keyword === 'minItems' ? '' : `${shown(error.data)} `;
  return { path, message: `${subject}${error.message ?? 'is wrong'}` };
}

/** '/epics/12/parentId' becomes 'epics[12].parentId'. */
function jsonPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

const list = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
