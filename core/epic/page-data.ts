import type { CivilDate, ItemPermissions } from '../work-item/types.ts';
import type { PageEpic } from './wire.ts';
import { isJson, pathOf, textOf, type Json } from '../api/wire-parts.ts';
import type { Whole, WorkItem } from '../work-item/entity.ts';
import { epicDate, type DateField } from '../work-item/dates.ts';

export interface EpicAuthor {
  readonly name: string;
  /** Without the leading @. */
  readonly username: string;
  readonly url: string;
  readonly avatarUrl: string | null;
  /** EP-02.20: works for the provider of the service. */
  readonly isProviderEmployee: boolean;
}

/**
 * AP-06.20: the JSON embedded in a page: an object as it is, or as JSON text. Anything that cannot be read as an object is an empty one; `error` is for the
 * log, never for the page.
 */
export function readInitialData(raw: unknown): { readonly data: Json; readonly error: string | null } {
  if (isJson(raw)) return { data: raw, error: null };
  if (typeof raw !== 'string') return { data: {}, error: `initial data is ${raw === null ? 'null' : typeof raw}` };
  try {
    const parsed: unknown = JSON.parse(raw);
    if (isJson(parsed)) return { data: parsed, error: null };
    return { data: {}, error: 'initial data is not an object' };
  } catch (error) {
    return { data: {}, error: `initial data cannot be parsed: ${String(error)}` };
  }
}

/** An address without its host; `fallback` where there is none. */
const pathIn = (value: unknown, fallback: string): string =>
  typeof value !== 'string' || value === '' ? fallback : pathOf(value) || '/';

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

type OwnFacts = Parameters<typeof epicDate>[0];

/**
 * EP-01.20: what the page needs of `initial` and `meta`, every absent part derived from the route; paths have no host. `own`: the rights of the epic itself,
 * `epic`: its dates.
 */
export function epicPageData(
  initial: Json,
  meta: Json,
  { groupPath, iid }: { readonly groupPath: string; readonly iid: string },
  own: ItemPermissions,
  epic: OwnFacts,
) {
  const epics = `/groups/${groupPath}/-/epics`;
  /** `/groups/a/-/epics/1` */
  const endpoint = pathIn(initial['endpoint'], `${epics}/${iid}`);
  const projects = `/api/v4/groups/${encodeURIComponent(groupPath)}/projects`;
  return {
    endpoint,
    updateEndpoint: pathIn(initial['updateEndpoint'], `${endpoint}.json`),
    epicLinksEndpoint: pathIn(initial['epicLinksEndpoint'], `${endpoint}/links`),
    issueLinksEndpoint: pathIn(initial['issueLinksEndpoint'], `${endpoint}/issues`),
    projectsEndpoint: pathIn(initial['projectsEndpoint'], projects),
    epicsWebUrl: pathIn(initial['epicsWebUrl'] ?? meta['epics_web_url'], epics),
    issuesWebUrl: pathIn(initial['issuesWebUrl'], `/groups/${groupPath}/-/issues`),
    todoPath: pathIn(meta['todo_path'], `${endpoint}/todos`),
    todoDeletePath: typeof meta['todo_delete_path'] === 'string' ? pathIn(meta['todo_delete_path'], '') : null,
    todoExists: meta['todo_exists'] === true,
    permissions: Object.fromEntries(
      Object.entries(own).map(([name, right]) => [name, flagOf(initial[name]) ?? (right as boolean)]),
    ) as unknown as ItemPermissions,
    allowSubEpics: flagOf(initial['allowSubEpics']) ?? true,
    allowScopedLabels: flagOf(meta['scoped_labels']) ?? true,
    allowIssuableHealthStatus: flagOf(initial['allowIssuableHealthStatus']) ?? true,
    allowIterations: flagOf(initial['allowIterations']) ?? true,
    author: authorOf(meta['author']),
    sources: { start: sourceOf(meta, 'start', epic), due: sourceOf(meta, 'due', epic) },
  };
}

export type EpicPageData = ReturnType<typeof epicPageData>;

/** The version of the epic, which the epic's own query does not return. */
export const lockVersionIn = (initial: Json, meta: Json): number =>
  numberOf(meta['lock_version']) ?? numberOf(initial['lockVersion']) ?? 0;

/** EP-01.31: who edited the text last, which the epic's own query does not return either; nothing where the data does not say it. */
export function editedByIn({ updatedAt, updatedBy }: Json): Pick<WorkItem, 'editedBy'> {
  const by = isJson(updatedBy) ? updatedBy : {};
  const who = { name: textOf(by['name'], ''), path: textOf(by['path'], '') };
  return typeof updatedAt === 'string' ? { editedBy: { ...who, at: updatedAt } } : {};
}

/**
 * EP-01.26: whether the page data and the epic agree in what both contain. They come in two answers, and a change may have been made in between.
 */
export function isOneVersion(initial: Json, meta: Json, epic: Whole<PageEpic>): boolean {
  const [start, due] = [epicDate(epic, 'start'), epicDate(epic, 'due')];
  const pairs: readonly (readonly [said: unknown, known: unknown])[] = [
    [initial['initialTitleText'], epic.title],
    [initial['initialDescriptionText'], epic.description],
    [initial['state'], epic.state],
    [initial['confidential'], epic.confidential],
    [meta['start_date_is_fixed'], start.isFixed],
    [dayIn(meta['start_date_fixed']), start.fixed],
    [meta['due_date_is_fixed'], due.isFixed],
    [dayIn(meta['due_date_fixed']), due.fixed],
    [titlesOf(meta['labels']), titlesOf(epic.labels)],
  ];
  return pairs.every(([said, known]) => said === undefined || said === known);
}

const dayIn = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 10) : value);

const titlesOf = (labels: unknown): string | undefined =>
  Array.isArray(labels)
    ? labels
        .map((label: unknown) => (isJson(label) ? textOf(label['title'], '') : ''))
        .sort()
        .join('\n')
    : undefined;

function authorOf(value: unknown): EpicAuthor | null {
  if (!isJson(value)) return null;
  return {
    name: textOf(value['name'], ''),
    username: textOf(value['username'], '').replace(/^@/, ''),
    url: pathIn(value['url'], ''),
    avatarUrl: textOf(value['src']),
    isProviderEmployee: value['is_gitlab_employee'] === true,
  };
}

/** The milestone or epic that gave an inherited date, and the date that it gave. */
function sourceOf(meta: Json, field: DateField, epic: OwnFacts) {
  const name = textOf(meta[`${field}_date_sourcing_milestone_title`], '');
  const date: CivilDate | null = epicDate(epic, field).inherited;
  return name === '' ? null : { name, date };
}
