import type { Answer, Ports } from '../../ports/index.ts';
import type { GlobalId, Person } from '../types.ts';
import { type SagaGenerator, select } from 'typed-redux-saga';
import {
  IssueAssigneesOperation,
  WorkItemEditOperation,
  type IssueAssigneesQuery,
} from '../../api/generated/operations.ts';
import { cursorOfNext, nodesOf, workItemId } from '../../api/wire-parts.ts';
import { recordsOf } from '../../entities/index.ts';
import { type Assist, graphql } from '../../mutation/index.ts';
import { readPages } from '../../query/index.ts';
import { wireFault } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { itemAnswer } from '../page-data.ts';
import { assigneesAfter, changedPeople, peopleBetween, type PeopleChange } from '../rules.ts';
import { type ItemRecords, ASSIGNEES_READ } from '../entity.ts';
import { type ItemRef, type OfItem, itemEdits } from './actions.ts';
import { type FieldsRoot, type Updated, itemEdit } from './edit.ts';
import { isPicked } from './slice.ts';

/** The assignees of an item (WI-03). The wire takes the whole list, of which the readings bring a hundred. */

/** WI-03.5: there may be assignees who were not read. */
export const mayBePart = ({ items }: Pick<ItemRecords, 'items'>, id: GlobalId): boolean =>
  (get(items, id)?.assignees?.length ?? 0) >= ASSIGNEES_READ;

type Pages = readonly [IssueAssigneesQuery, ...IssueAssigneesQuery[]];

const next = ({ issue }: IssueAssigneesQuery): string | null => cursorOfNext(issue?.assignees);

export const readAssignees = (ports: Ports, id: GlobalId): SagaGenerator<Answer<Pages>> =>
  readPages(ports, IssueAssigneesOperation, { id }, next);

/** Null: the item is not there any more. */
export const assigneesIn = (pages: Pages): readonly Person[] | null =>
  pages.some(({ issue }) => issue === null) ? null : pages.flatMap(({ issue }) => nodesOf(issue?.assignees));

type AssigneesChange = ItemRef & PeopleChange<Person>;

/** WI-03.5: who is assigned by now, where that may be more than what was read. */
export const assigneesAssist: Assist = {
  *before(ports, { id }: AssigneesChange) {
    const { confirmed } = yield* select((root: FieldsRoot) => root);
    if (!mayBePart(confirmed, id)) return undefined;
    const { data } = yield* readAssignees(ports, id);
    const people = assigneesIn(data);
    // Where there are more than can be read nothing is sent, for it would unassign them.
    if (people === null || data.map(next).at(-1) !== null) throw wireFault('graphql');
    return people.map((person) => person.id);
  },
};

export const assigneesEdit = itemEdit(itemEdits.assigneesChanged, {
  facts: () => ['assignees'],
  asks(item, given: OfItem & (PeopleChange<Person> | object), { itemFields: { picker } }) {
    const change = 'add' in given ? given : isPicked(picker, item, 'assignees') ? picker.people : null;
    return change && peopleBetween(item.assignees, assigneesAfter(item.assignees, change, item.severalAssignees));
  },
  change: (item, asked) => ({ assignees: changedPeople(item.assignees, asked) }),
  /** The list is made of what the server last said, so that somebody else's change stays; where that is not known nothing is asked for. */
  request({ confirmed }: FieldsRoot, { id, add, remove }: AssigneesChange, found?: readonly GlobalId[]) {
    // mutant: item-assignees-from-nothing
    const before = found ?? get(confirmed.items, id)?.assignees;
    if (before === undefined) return null;
    const after = changedPeople(
      before.map((personId) => ({ id: personId })),
      { add: add.map((person) => ({ id: person.id })), remove },
    );
    const assigneesWidget = { assigneeIds: after.map((person) => person.id) };
    return graphql(WorkItemEditOperation, { input: { id: workItemId(id), assigneesWidget } });
  },
  /** WI-03.5: an answer that may bring a part says only that the edit was made. */
  decode({ workItem }: Updated, asked, { confirmed }) {
    if (workItem === null) return null;
    const { assignees } = itemAnswer(workItem).item;
    const known = get(confirmed.items, asked.id)?.assignees;
    if (assignees.length < ASSIGNEES_READ || known === undefined) return { assignees };
    const after = changedPeople(recordsOf(confirmed.users, known), asked);
    // A shorter list would look as if it were the whole of it.
    return { assignees: after.length < ASSIGNEES_READ ? assignees : after };
  },
  name: () => 'the assignees of',
  former: (item, made) => peopleBetween(changedPeople(item.assignees, made), item.assignees),
});
