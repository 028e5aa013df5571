import { IssueExtrasOperation, ItemExtrasOperation } from '../../../../core/api/generated/operations/item-extras.ts';
import { WorkItemPageOperation } from '../../../../core/api/generated/operations/work-item-page.ts';
import { WorkItemTreeOperation } from '../../../../core/api/generated/operations/work-items.ts';
import type { Operation } from '@espalier/core/ports';

export interface BareItem {
  readonly title: string;
  readonly type: string;
  readonly reference: string;
  readonly state: string;
  readonly author: string;
  readonly confidential: boolean;
  readonly descriptionHtml: string;
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly milestone: string | null;
  readonly parent: string | null;
  readonly startDate: string;
  readonly dueDate: string;
  readonly weight: string;
  readonly health: string;
  readonly todo: boolean;
  readonly subscribed: boolean;
  readonly reactions: readonly { readonly look: string; readonly count: number }[];
  readonly time: string;
  readonly participants: readonly string[];
  readonly children: readonly string[];
  readonly links: readonly string[];
}

export interface BareAddress {
  readonly number: string;
  readonly iid: number;
  readonly title: string;
}

/** The session's token, without which its cookie is not believed; read once, as the product does. */
let session: Promise<string> | undefined;

async function readToken(): Promise<string> {
  const response = await fetch('/-/session.json');
  return ((await response.json()) as { readonly csrfToken: string }).csrfToken;
}

async function ask<Result, Given extends Record<string, unknown>>(
  { text }: Operation<Result, Given>,
  variables: Given,
): Promise<Result> {
  const token = await (session ??= readToken());
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
    body: JSON.stringify({ query: text, variables }),
  });
  const { data, errors } = (await response.json()) as { readonly data?: Result; readonly errors?: unknown };
  if (data === undefined || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

const LOOKS: Readonly<Record<string, string>> = { rocket: '🚀' };

const dayText = (day: string | null | undefined): string =>
  day == null
    ? ''
    : new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`));

/** Reads what the product reads, by the same operations, all of it at once. */
export async function readItem({ number, iid }: BareAddress): Promise<BareItem> {
  const id = `gid://gitlab/WorkItem/${number}`;
  const [{ workItem }, extras, { issue }, tree, links] = await Promise.all([
    ask(WorkItemPageOperation, { id }),
    ask(ItemExtrasOperation, { id, after: null }),
    ask(IssueExtrasOperation, { id: `gid://gitlab/Issue/${number}` }),
    ask(WorkItemTreeOperation, { id, first: 100, after: null }),
    linksOf(iid),
  ]);
  if (workItem === null) throw new Error(`There is no item ${number}`);
  type Widget = NonNullable<typeof workItem.widgets>[number];
  const find = <K extends string>(key: K) =>
    workItem.widgets?.find((one): one is Extract<Widget, { readonly [name in K]: unknown }> => key in one);
  const own = extras.workItem?.widgets ?? [];
  const counts = new Map<string, number>();
  for (const widget of own)
    if ('awardEmoji' in widget)
      for (const award of widget.awardEmoji?.nodes ?? [])
        if (award !== null) counts.set(award.name, (counts.get(award.name) ?? 0) + 1);
  const dates = find('startDate');
  return {
    title: workItem.title,
    type: workItem.workItemType.name,
    reference: workItem.reference,
    state: workItem.state,
    author: workItem.author?.name ?? '',
    confidential: workItem.confidential,
    descriptionHtml: workItem.descriptionHtml ?? '',
    assignees: (find('assignees')?.assignees?.nodes ?? []).flatMap((person) => (person === null ? [] : [person.name])),
    labels: (find('labels')?.labels?.nodes ?? []).flatMap((label) => (label === null ? [] : [label.title])),
    milestone: find('milestone')?.milestone?.title ?? null,
    parent: find('parent')?.parent?.title ?? null,
    startDate: dayText(dates?.startDate),
    dueDate: dayText(dates?.dueDate),
    weight: String(find('weight')?.weight ?? ''),
    health: String(find('healthStatus')?.healthStatus ?? ''),
    todo: own.some((widget) => 'currentUserTodos' in widget && (widget.currentUserTodos?.nodes ?? []).length > 0),
    subscribed: own.some((widget) => 'subscribed' in widget && widget.subscribed),
    reactions: [...counts].map(([name, count]) => ({ look: LOOKS[name] ?? name, count })),
    time:
      issue?.timeEstimate || issue?.totalTimeSpent
        ? `${issue.totalTimeSpent} of ${issue.timeEstimate}`
        : 'No estimate or time spent',
    participants: (issue?.participants?.nodes ?? []).flatMap((person) => (person === null ? [] : [person.name])),
    children: (tree.workItem?.widgets ?? []).flatMap((widget) =>
      'children' in widget
        ? (widget.children?.nodes ?? []).flatMap((child) => (child === null ? [] : [child.title]))
        : [],
    ),
    links,
  };
}

async function linksOf(iid: number): Promise<readonly string[]> {
  const response = await fetch(`/bench/app/-/issues/${iid}/links`, { headers: { Accept: 'application/json' } });
  const links = (await response.json()) as readonly { readonly title: string }[];
  return links.map(({ title }) => title);
}
