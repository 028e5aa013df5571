import { getNamedType } from 'graphql';
import { schema } from '../../graphql/schema.ts';
import { gid, graphql, noteOf, type Row, type Target } from './rows.ts';
import { everything, fieldByField } from './selection.ts';

/** The rows of the fields of Query. */

type Variables = (target: Target) => Readonly<Record<string, unknown>>;

/** Types of which every field is a row of its own, and the fields of theirs that are followed further. */
const SPLIT: Readonly<Record<string, readonly string[]>> = {
  Epic: ['ancestors', 'discussions', 'issues', 'notes', 'parent'],
  Group: ['epic', 'groupMembers'],
  Issue: ['epic'],
  Project: ['issue'],
  WorkItem: ['widgets'],
};

/** A query of a root field, split by the fields of its type where that is large. */
function reading(
  field: string,
  on: Row['on'],
  declared: string,
  args: string,
  variables: Variables,
  least: Row['least'] = 'reading',
): Row[] {
  const declaration = schema.getQueryType()?.getFields()[field];
  if (!declaration) throw new TypeError(`no query ${field}`);
  const type = getNamedType(declaration.type).name;
  const deeper = SPLIT[type];
  const split = deeper && fieldByField(type, deeper);
  const texts = split ?? [{ name: undefined, text: everything(type, 1).slice(1, -1) }];
  return texts.map(({ name, text }) => ({
    op: `Query.${field}`,
    ...(name !== undefined && { about: name }),
    on,
    least,
    ask: (target) => graphql(`query ${declared} { ${field}${args} { __typename ${text} } }`, variables(target)),
  }));
}

const none: Variables = () => ({});

export const queryRows: readonly Row[] = [
  ...reading('currentUser', 'site', '', '', none, 'signing in'),
  ...reading('group', 'group', '($path: ID!)', '(fullPath: $path)', ({ group }) => ({ path: group })),
  ...reading('groups', 'site', '', '(first: 20)', none),
  ...reading('issue', 'issue', '($id: IssueID!)', '(id: $id)', ({ issue }) => ({ id: gid('Issue', issue) })),
  ...reading('metadata', 'site', '', '', none),
  ...reading('milestone', 'group', '($id: MilestoneID!)', '(id: $id)', ({ milestone }) => ({
    id: gid('Milestone', { id: milestone }),
  })),
  ...reading('project', 'project', '($path: ID!)', '(fullPath: $path)', ({ project }) => ({ path: project })),
  ...reading('projects', 'site', '', '(first: 20)', none),
  ...reading('user', 'site', '', '(username: "keeper")', none, 'signing in'),
  ...reading('users', 'site', '', '(first: 50)', none, 'signing in'),
  ...reading('workItem', 'issue', '($id: WorkItemID!)', '(id: $id)', ({ issue }) => ({ id: gid('WorkItem', issue) })),
  ...reading('workItem', 'epic', '($id: WorkItemID!)', '(id: $id)', ({ epic }) => ({ id: gid('WorkItem', epic) })),
  // One epic by its number, with all that its page and sidebar read.
  ...fieldByField('Epic', SPLIT['Epic'] ?? []).map(({ name, text }): Row => ({
    op: 'Query.group',
    about: `one epic: ${name}`,
    on: 'epic',
    least: 'reading',
    ask: ({ group, epic }) =>
      graphql(`query ($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { __typename ${text} } } }`, {
        path: group,
        iid: String(epic.iid),
      }),
  })),
  {
    op: 'Query.group',
    about: 'every list of a group, searched and with what is below it',
    on: 'group',
    least: 'reading',
    ask: ({ group }) =>
      graphql(
        `
          query ($path: ID!) {
            group(fullPath: $path) {
              epics(search: "zq", includeDescendantGroups: true, includeAncestorGroups: true) {
                count
                nodes {
                  title
                  description
                }
              }
              issues(search: "zq", includeSubgroups: true, sort: BLOCKING_ISSUES_DESC) {
                count
                pageInfo {
                  endCursor
                }
                nodes {
                  title
                }
              }
              label(title: "Other") {
                title
              }
              labels(searchTerm: "zq", includeAncestorGroups: true, includeDescendantGroups: true) {
                count
                nodes {
                  title
                  description
                }
              }
              milestones(searchTitle: "zq", includeAncestors: true, includeDescendants: true) {
                nodes {
                  title
                  description
                  webPath
                }
              }
              projects(search: "zq", includeSubgroups: true) {
                count
                nodes {
                  name
                  fullPath
                }
              }
              descendantGroups(search: "zq") {
                nodes {
                  name
                  fullPath
                }
              }
              groupMembers(relations: [DIRECT, INHERITED, DESCENDANTS]) {
                nodes {
                  user {
                    name
                  }
                }
              }
            }
          }
        `,
        { path: group },
      ),
  },
  {
    op: 'Query.group',
    about: 'what blocks an epic, counted and listed',
    on: 'epic',
    least: 'reading',
    ask: ({ group, epic }) =>
      graphql(
        `
          query ($path: ID!, $iid: ID!) {
            group(fullPath: $path) {
              epic(iid: $iid) {
                blocked
                blockedByCount
                blockedByEpics {
                  count
                  nodes {
                    title
                  }
                }
              }
            }
          }
        `,
        { path: group, iid: String(epic.iid) },
      ),
  },
  {
    op: 'Query.issue',
    about: 'what blocks an issue, counted and listed',
    on: 'issue',
    least: 'reading',
    ask: ({ issue }) =>
      graphql(
        'query ($id: IssueID!) { issue(id: $id) { blocked blockedByCount blockedByIssues { count nodes { title } } } }',
        { id: gid('Issue', issue) },
      ),
  },
  {
    op: 'Query.issue',
    about: 'its Zoom meeting',
    on: 'issue',
    least: 'reading',
    ask: ({ issue }) =>
      graphql(
        'query ($id: IssueID!) { issue(id: $id) { title issuableResourceLinks(incidentId: $id) { nodes { link issue { title } } } } }',
        {
          id: gid('Issue', issue),
        },
      ),
  },
  ...(['epic', 'issue'] as const).map((on): Row => ({
    op: 'Query.note',
    about: `a comment on an ${on}`,
    on,
    least: 'reading',
    ask: (target, world) =>
      graphql('query ($id: NoteID!) { note(id: $id) { body internal } }', {
        id: gid('Note', noteOf(world, target[on], 'admin')),
      }),
  })),
  {
    op: 'Query.group',
    about: 'the roadmap of a group',
    on: 'group',
    least: 'reading',
    ask: ({ group }) =>
      graphql(
        `
          query ($path: ID!, $timeframe: Timeframe!) {
            group(fullPath: $path) {
              epics(timeframe: $timeframe, sort: START_DATE_ASC) {
                count
                nodes {
                  title
                  hasParent
                  parent {
                    title
                  }
                  ancestors {
                    nodes {
                      title
                    }
                  }
                  children(timeframe: $timeframe) {
                    count
                    nodes {
                      title
                    }
                  }
                  blockedByEpics {
                    count
                    nodes {
                      title
                    }
                  }
                }
              }
              milestones(timeframe: $timeframe, includeDescendants: true) {
                nodes {
                  title
                }
              }
            }
          }
        `,
        { path: group, timeframe: { start: '2026-01-01', end: '2026-12-31' } },
      ),
  },
];
