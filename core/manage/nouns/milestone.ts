import { call } from 'typed-redux-saga';
import { MilestonePageOperation, type MilestonePageQuery } from '../../api/generated/operations.ts';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import type { RestRequest } from '../../ports/index.ts';
import { abortable } from '../../store/effects.ts';
import type { ListPlace } from '../../work-item/index.ts';
import { webPath } from '../../frame/index.ts';
import { managedPath } from '../address.ts';
import { placePath, type Noun } from '../noun.ts';
import type { ManagedPage } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';
import { timeboxReportOf, type TimeboxEntry } from '../timebox.ts';
import { milestones, type MilestoneEntry } from './milestones.ts';

/** A milestone as its own page shows it. */
export interface MilestonePageEntry extends MilestoneEntry, TimeboxEntry {
  readonly startDate: MilestoneEntry['startDate'];
  readonly dueDate: MilestoneEntry['dueDate'];
}

const globalId = (id: string): string => `gid://gitlab/Milestone/${id}`;

/** AP-14.70: whose items the page lists. */
export const milestonePlace = (
  { kind, fullPath }: ManagedPage,
  { id, title }: Pick<MilestoneEntry, 'id' | 'title'>,
): ListPlace & { readonly kind: 'group' | 'project' } => ({
  kind: kind === 'project' ? 'project' : 'group',
  fullPath,
  milestone: { id: globalId(id), title },
});

/** Numbers are those of the place, and the list finds by them. */
const withNumber = (page: ManagedPage): RestRequest => ({
  method: 'GET',
  path: placePath(page, 'milestones'),
  query: { 'iids[]': page.iid ?? '' },
});

/** AP-14.60: the page of one of them. What is changed on it is changed as in their list. */
export const milestone: Noun = {
  ...milestones,
  filters: [],
  list: withNumber,
  *read({ rest, graphql }, page) {
    const found = yield* call(() => abortable(rest.request<unknown>(withNumber(page))));
    const [json] = Array.isArray(found.data) ? (found.data as readonly unknown[]) : [];
    const id = jsonOf(json)['id'];
    if (typeof id !== 'number') return { ...found, data: [] };
    const { data } = yield* call(() =>
      abortable(graphql.request(MilestonePageOperation, { id: globalId(String(id)) })),
    );
    return { ...found, data: data.milestone === null ? [] : [{ ...jsonOf(json), more: data.milestone }] };
  },
  entryOf(json): MilestonePageEntry | null {
    const entry = milestones.entryOf(json) as MilestoneEntry | null;
    const more = jsonOf(json)['more'] as MilestonePageQuery['milestone'] | undefined;
    if (entry === null || more == null) return null;
    const { descriptionHtml, stats, report } = more;
    return {
      ...entry,
      descriptionHtml: descriptionHtml ?? '',
      items: { total: stats?.totalIssuesCount ?? 0, closed: stats?.closedIssuesCount ?? 0 },
      report: timeboxReportOf(report),
    };
  },
  next(answer, { page: { kind, fullPath }, what }) {
    if (kind === 'site') return null;
    if (what === 'delete') return managedPath({ kind, fullPath, noun: 'milestones' });
    // It is the group's from now on.
    const url = what === 'promote' ? textOf(jsonOf(answer)['web_url']) : null;
    return url === null ? null : webPath(url);
  },
  failure: MANAGE_TEXTS.milestone,
};
