/** The first-run form: the first group, its project and the person who owns them (RP-02.106 in SPEC.md). */

export interface FirstRunInput {
  readonly group: { readonly name: string; readonly path: string };
  readonly project: { readonly name: string; readonly path: string };
  readonly user: { readonly name: string; readonly username: string; readonly password: string };
}

export const FIRST_RUN_FIELDS = [
  'group.name',
  'group.path',
  'project.name',
  'project.path',
  'user.name',
  'user.username',
  'user.password',
] as const;

export type FirstRunField = (typeof FIRST_RUN_FIELDS)[number];

export type FieldFaults = Readonly<Partial<Record<FirstRunField, string>>>;

export const PASSWORD_MIN = 8;
const NAME_MAX = 255;

const PATH = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i;
const PATH_TEXT = "can contain only letters, digits, '_', '-' and '.', and must not start or end with '-' or '.'";

/** The text of one field, by the field's full name. */
export function fieldOf(input: FirstRunInput, field: FirstRunField): string {
  const [part, name] = field.split('.') as ['group' | 'project' | 'user', string];
  return (input[part] as Readonly<Record<string, string>>)[name] ?? '';
}

/** RP-02.106: what is wrong with each field; empty where the form may be sent. */
export function firstRunFaults(input: FirstRunInput): FieldFaults {
  const faults: Partial<Record<FirstRunField, string>> = {};
  for (const field of FIRST_RUN_FIELDS) {
    const fault = fieldFault(field, fieldOf(input, field));
    if (fault !== null) faults[field] = fault;
  }
  return faults;
}

function fieldFault(field: FirstRunField, raw: string): string | null {
  if (field === 'user.password') {
    return [...raw].length < PASSWORD_MIN ? `is too short (minimum is ${PASSWORD_MIN} characters)` : null;
  }
  const text = raw.trim();
  if (text === '') return "can't be blank";
  if ([...text].length > NAME_MAX) return `is too long (maximum is ${NAME_MAX} characters)`;
  if (field.endsWith('.name')) return null;
  return PATH.test(text) ? null : PATH_TEXT;
}

/** RP-02.110: the path that a name suggests: lower case, every run of other characters one dash, none at the ends. */
export function pathFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

/** The input as it is sent: texts trimmed, the password as it was typed. */
export function trimFirstRun(input: FirstRunInput): FirstRunInput {
  return {
    group: { name: input.group.name.trim(), path: input.group.path.trim() },
    project: { name: input.project.name.trim(), path: input.project.path.trim() },
    user: { ...input.user, name: input.user.name.trim(), username: input.user.username.trim() },
  };
}
