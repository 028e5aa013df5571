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
const PASSWORD_MAX = 128;
const NAME_MAX = 255;

/** First parts of addresses that belong to the product: a project of such a group would stand where its own pages are. */
const RESERVED: ReadonlySet<string> = new Set(['api', 'assets', 'cable', 'dashboard', 'groups', 'help']);
/** Everybody's own server has this one from the beginning. */
const FIRST_USER = 'root';

const PATH = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i;
const PATH_TEXT = "can contain only letters, digits, '_', '-' and '.', and must not start or end with '-' or '.'";

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

/** RP-02.106: what is wrong with a password that is to be set; null for a good one. */
export function passwordFault(password: string): string | null {
  if (password.includes('\0')) return 'is not valid';
  const { length } = [...password];
  if (length < PASSWORD_MIN) return `is too short (minimum is ${PASSWORD_MIN} characters)`;
  return length > PASSWORD_MAX ? `is too long (maximum is ${PASSWORD_MAX} characters)` : null;
}

/** What is wrong with one field, in words that follow its name; null for a good one. */
export function fieldFault(field: FirstRunField, raw: string): string | null {
  if (field === 'user.password') return passwordFault(raw);
  const text = raw.trim();
  if (text === '') return "can't be blank";
  if ([...text].length > NAME_MAX) return `is too long (maximum is ${NAME_MAX} characters)`;
  if (field.endsWith('.name')) return text.includes('\0') ? 'is not valid' : null;
  if (!PATH.test(text)) return PATH_TEXT;
  if (field !== 'project.path' && RESERVED.has(text.toLowerCase())) return 'is a reserved name';
  return field === 'user.username' && text.toLowerCase() === FIRST_USER ? 'has already been taken' : null;
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
