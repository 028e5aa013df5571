import { dayOf, jsonOf, textOf } from '../../api/wire-parts.ts';
import { addDays } from '../../calendar/rules.ts';
import { splitChosen } from '../chosen.ts';
import { lineFault, pictureRequest, placePath, textOrNull, type Noun } from '../noun.ts';
import type { Draft, Entry, ManagedPage } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** A group or project as its settings show it. `id`: its number. */
export interface PlaceEntry extends Entry {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly visibility: string;
  readonly avatarUrl: string | null;
  readonly isArchived: boolean;
  /** The day on which it is deleted for good, seven days after it was marked; null: it is not to be. */
  readonly deletedOn: string | null;
}

const MOST = 255;
/** AP-05.112 */
const WAITING_DAYS = 7;

function entryOf(json: unknown): PlaceEntry | null {
  const { id, name, path, description, visibility, avatar_url, archived, marked_for_deletion_on } = jsonOf(json);
  if (typeof id !== 'number') return null;
  const marked = dayOf(textOf(marked_for_deletion_on));
  return {
    id: String(id),
    name: textOf(name, ''),
    path: textOf(path, ''),
    description: textOf(description, ''),
    visibility: textOf(visibility, 'private'),
    avatarUrl: textOf(avatar_url),
    isArchived: archived === true,
    deletedOn: marked === null ? null : addDays(marked, WAITING_DAYS),
  };
}

const faults = ({ name = '', path = '' }: Draft) => ({ name: lineFault(name, MOST), path: lineFault(path, MOST) });

const fieldsOf = ({ name = '', path = '', description, visibility }: Draft) => ({
  name: name.trim(),
  path: path.trim(),
  description: textOrNull(description) ?? '',
  visibility,
});

/** Where an answer's group or project is. */
function addressOf(answer: unknown): Pick<ManagedPage, 'kind' | 'fullPath'> {
  const { full_path, path_with_namespace } = jsonOf(answer);
  const group = textOf(full_path);
  return group === null
    ? { kind: 'project', fullPath: textOf(path_with_namespace, '') }
    : { kind: 'group', fullPath: group };
}

const settingsPath = ({ kind, fullPath }: Pick<ManagedPage, 'kind' | 'fullPath'>): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/edit`;

/** BD-05.11: name, path, description and visibility; moving, archiving, deleting and restoring. */
export const settings: Noun = {
  isOne: true,
  isPlace: true,
  may: (kind) => (kind === 'group' ? 'adminGroup' : 'adminProject'),
  filters: [],
  list: (page) => ({ method: 'GET', path: placePath(page) }),
  entryOf,
  faults,
  request({ page, what, draft }) {
    const picture = pictureRequest(what, placePath(page));
    if (picture !== null) return picture;
    if (what === 'save') return { method: 'PUT', path: placePath(page), body: fieldsOf(draft) };
    if (what === 'delete') return { method: 'DELETE', path: placePath(page) };
    if (what !== 'move') return { method: 'POST', path: placePath(page, what) };
    const [target = null] = splitChosen(draft['target']).ids;
    return page.kind === 'group'
      ? { method: 'POST', path: placePath(page, 'transfer'), body: target === null ? {} : { group_id: Number(target) } }
      : { method: 'PUT', path: placePath(page, 'transfer'), body: { namespace: Number(target) } };
  },
  next(answer, { page, what }) {
    if (what !== 'save' && what !== 'move') return null;
    const moved = addressOf(answer);
    return moved.fullPath === page.fullPath || moved.fullPath === '' ? null : settingsPath(moved);
  },
  failure: MANAGE_TEXTS.settings,
};

/** BD-05.12: a top group, or one within the group of the page. */
export const newGroup: Noun = {
  isPlace: true,
  may: (kind) => (kind === 'site' ? 'signing in' : 'createSubgroup'),
  filters: [],
  list: (page) => (page.kind === 'site' ? null : { method: 'GET', path: placePath(page) }),
  entryOf,
  faults,
  request: ({ draft }) => ({
    method: 'POST',
    path: '/api/v4/groups',
    body: { ...fieldsOf(draft), ...(draft['parent'] && { parent_id: Number(draft['parent']) }) },
  }),
  next: (answer) => `/groups/${addressOf(answer).fullPath}`,
  failure: MANAGE_TEXTS.settings,
};

/** BD-05.12: a project of the group of the page. */
export const newProject: Noun = {
  ...newGroup,
  may: () => 'createProject',
  request: ({ draft }) => ({
    method: 'POST',
    path: '/api/v4/projects',
    body: { ...fieldsOf(draft), namespace_id: Number(draft['parent']) },
  }),
  next: (answer) => `/${addressOf(answer).fullPath}`,
};

/** BD-05.12: the path that a name has where nobody gives another one. */
export const pathOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
