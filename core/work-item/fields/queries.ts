import type {
  EpicParentsQuery,
  ItemIterationsQuery,
  ItemLabelsQuery,
  ItemMilestonesQuery,
  ItemParentsQuery,
  ItemPeopleQuery,
  MilestonePartsFragment,
} from '../../api/generated/operations.ts';
import type { Operation } from '../../ports/index.ts';
import type { Milestone, WorkItemType } from '../types.ts';
import type { ItemReading } from '../entity.ts';
import {
  EpicParentsOperation,
  ItemIterationsOperation,
  ItemLabelsOperation,
  ItemMilestonesOperation,
  ItemParentsOperation,
  ItemPeopleOperation,
} from '../../api/generated/operations.ts';
import {
  cursorOfNext,
  dayOf,
  itemId,
  milestoneOf,
  nodesOf,
  pathOf,
  stateOf,
  typeOf,
  type Nodes,
} from '../../api/wire-parts.ts';
import { query, selectQuery, type QueryRoot, type QueryState } from '../../query/index.ts';
import { wireFault } from '../../store/effects.ts';
import { parentTypes, parseReference } from '../rules.ts';
import { FIELD_ERRORS } from './texts.ts';
import { pickerReads, type LabelPage, type ParentSearch, type PickerField, type PickerSearch } from './actions.ts';
import { fieldsItem, type FieldsRoot } from './edit.ts';

/** WI-03.3: milliseconds between the last keystroke and a search; the first list comes at once. */
const PICKER_DELAY = 250;

/** WI-04.2: at most this many pages of 100 labels are read; beyond that one searches by title. */
const LABEL_PAGES = 10;

/** What is missing in an answer has failed; that the project is gone is for the page to say. */
function found<T>(part: T | null | undefined): T {
  if (part === null || part === undefined) throw wireFault('graphql');
  return part;
}

/** A list that is searched while somebody types; what is missing in an answer has failed. */
export const whileTyped = {
  delay: ({ search }: { readonly search: string }, before: object | null) =>
    before === null && search === '' ? 0 : PICKER_DELAY,
  hides: () => false,
};

/** Whoever is a member of several groups is one. */
export const peopleOf = <U extends { readonly id: string }>(
  members: Nodes<{ readonly user: U | null }> | undefined,
): readonly U[] => {
  const people = nodesOf(members).flatMap(({ user }) => user ?? []);
  return [...new Map(people.map((person) => [person.id, person])).values()];
};

/** Where no dates are asked for they are not shown. */
export const milestonesOf = (
  milestones: Nodes<Pick<MilestonePartsFragment, 'id' | 'title'> & Partial<MilestonePartsFragment>> | undefined,
): readonly Milestone[] =>
  nodesOf(milestones).map((each) => milestoneOf({ startDate: null, dueDate: null, ...each }) as Milestone);

const ofPicker = (field: PickerField) => ({
  ...whileTyped,
  failure: () => FIELD_ERRORS[field],
});

const ofProject = ({ projectPath, search }: PickerSearch) => ({
  fullPath: projectPath,
  ...(search === '' ? {} : { search }),
});

/** WI-03.3: the members of the project, of its group and of those above; whoever is a member of several of them is one. */
const assignees = query(pickerReads.assignees, {
  request: (params, after: string | null) => [
    ItemPeopleOperation,
    { ...ofProject(params), ...(after === null ? {} : { after }) },
  ],
  decode({ project }: ItemPeopleQuery) {
    const page = found(project).projectMembers;
    return { found: peopleOf(page), next: cursorOfNext(page) };
  },
  pages: ({ next }) => next,
  ...ofPicker('assignees'),
});

const labels = query(pickerReads.labels, {
  request: (params, cursor: LabelPage | null) => [
    ItemLabelsOperation,
    { ...ofProject(params), ...(cursor === null ? {} : { after: cursor.after }) },
  ],
  decode({ project }: ItemLabelsQuery) {
    const page = found(project?.labels);
    return { found: nodesOf(page), next: cursorOfNext(page) };
  },
  pages({ next }, cursor) {
    const page = (cursor?.page ?? 1) + 1;
    return next === null || page > LABEL_PAGES ? null : { after: next, page };
  },
  ...ofPicker('labels'),
});

/** WI-06.1 */
const milestone = query(pickerReads.milestone, {
  request: (params) => [ItemMilestonesOperation, ofProject(params)],
  decode({ project }: ItemMilestonesQuery) {
    const page = found(project?.milestones);
    return { found: milestonesOf(page), next: cursorOfNext(page) };
  },
  ...ofPicker('milestone'),
});

/** WI-07.21 */
const iteration = query(pickerReads.iteration, {
  request: (params) => [ItemIterationsOperation, ofProject(params)],
  decode({ project }: ItemIterationsQuery) {
    const page = found(project?.iterations);
    const open = nodesOf(page).map((each) => ({
      ...each,
      startDate: dayOf(each.startDate),
      dueDate: dayOf(each.dueDate),
    }));
    return { found: open, next: cursorOfNext(page) };
  },
  ...ofPicker('iteration'),
});

type ParentAnswer = ItemParentsQuery | EpicParentsQuery;

/** Whether parents of such an item are epics, which belong to groups. */
const isUnderEpic = (child: WorkItemType): boolean => parentTypes(child).includes('epic');

const groupOf = (projectPath: string): string => projectPath.slice(0, Math.max(projectPath.lastIndexOf('/'), 0));

/** WI-09.11: what is typed is a reference or an address, whose item is looked for, or words of a title. */
function parentRequest({ projectPath, search, childType }: ParentSearch) {
  const kind = isUnderEpic(childType) ? 'epic' : 'issue';
  const home = groupOf(projectPath);
  const token = parseReference(search, { kind, groupPath: home, projectPath });
  const named =
    token.ok && token.kind === kind && token.path !== null ? { path: token.path, iid: String(token.iid) } : null;
  const sought = named !== null ? { iid: named.iid } : search === '' ? {} : { search };
  return kind === 'epic'
    ? { operation: EpicParentsOperation, variables: { fullPath: named?.path ?? home, ...sought } }
    : {
        operation: ItemParentsOperation,
        variables: {
          projectPath: named?.path ?? projectPath,
          types: parentTypes(childType).map((type) => type.toUpperCase()),
          ...sought,
        },
      };
}

const parent = query(pickerReads.parent, {
  request(params) {
    const { operation, variables } = parentRequest(params);
    return [operation as Operation<ParentAnswer, object>, variables];
  },
  decode(answer: ParentAnswer) {
    if ('group' in answer) {
      const epics = nodesOf(answer.group?.epics).map(({ state, webUrl, ...epic }): ItemReading => ({
        ...epic,
        type: 'epic',
        state: stateOf(state),
        title: epic.title ?? '',
        confidential: epic.confidential === true,
        webPath: pathOf(webUrl),
      }));
      return { found: epics, next: null };
    }
    const items = nodesOf(answer.project?.workItems).map(
      ({ id, state, webUrl, workItemType: { name }, ...item }): ItemReading => ({
        ...item,
        id: itemId(id, name),
        type: typeOf(name),
        state: stateOf(state),
        webPath: pathOf(webUrl),
      }),
    );
    return { found: items, next: null };
  },
  ...ofPicker('parent'),
});

export const pickerQueries = { assignees, iteration, labels, milestone, parent };

/** What a picker asks for; null: another one is open, or none. */
export function pickerSearch(root: FieldsRoot, field: PickerField): ParentSearch | null {
  const { picker } = root.itemFields;
  const item = picker.field === field ? fieldsItem(root, picker.id) : null;
  const projectPath = item?.projectPath ?? null;
  if (item === null || projectPath === null) return null;
  return { projectPath, search: picker.search.trim(), childType: item.type };
}

/** How far reading the list of the open picker has come; null: none is open. */
export function pickerState(root: FieldsRoot & QueryRoot): QueryState | null {
  const { field } = root.itemFields.picker;
  if (field === null) return null;
  return selectQuery(root, pickerReads[field] as (typeof pickerReads)['parent'], pickerSearch(root, field));
}
