import type { WorkItemForm } from '../state.ts';
import type { WorkItemType } from '../../work-item/types.ts';
import type { Session, TreeSlices } from './session.ts';
import { nodesOf } from '../../api/adapter.ts';
import {
  WorkItemCreateOperation,
  WorkItemTypesOperation,
  WorkItemUpdateOperation,
} from '../../api/generated/operations.ts';
import { abortable, isUncertain, messagesOf, wireFault, withMeta } from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { errorText, TYPE_NAMES, validateTitle } from '../../work-item/rules.ts';
import { call, put, select, type SagaGenerator } from 'typed-redux-saga';
import { treeAnswers } from '../actions.ts';
import { inheritedFields, TREE_ERRORS } from '../rules.ts';
import { formFailed, formKey } from './form-keys.ts';
import { touch } from './session.ts';

/** The wire names types in its own words: `Key Result`, `Test Case`. */
const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The id of a type in the project; a type that the project does not have is a failure. */
function* typeId({ ports }: Session, fullPath: string, type: WorkItemType): SagaGenerator<string> {
  const answer = yield* call(() => abortable(ports.graphql.request(WorkItemTypesOperation, { fullPath })));
  const found = nodesOf(answer.data.project?.workItemTypes).find(
    ({ name }) => comparable(name) === comparable(TYPE_NAMES[type]),
  );
  if (found === undefined) throw wireFault('malformed');
  return found.id;
}

/** TR-19.25: `workItemCreate` under the parent, with what it inherits from it. */
export function* createWorkItem(session: Session, form: WorkItemForm): Generator {
  const { ports } = session;
  const { serial, parentId } = form;
  const verdict = validateTitle(form.title);
  if (!verdict.ok) return yield* settle(serial, verdict.error);
  const { tree, confirmed } = yield* select((state: TreeSlices) => state);
  const { root, config } = tree;
  const parent = get(confirmed.items, parentId);
  const inherited = inheritedFields(
    {
      confidential: parent?.confidential ?? root?.confidential ?? false,
      milestoneId: parent?.milestone?.id ?? null,
      iterationId: parentId === root?.id ? tree.rootIterationId : null,
    },
    config.allowIterations,
  );
  const projectPath = parent?.projectPath ?? root?.fullPath ?? '';
  try {
    const input = {
      title: verdict.title,
      projectPath,
      workItemTypeId: yield* call(typeId, session, projectPath, form.childType),
      hierarchyWidget: { parentId },
      confidential: form.confidential || inherited.confidential,
      ...(inherited.milestoneId === null ? {} : { milestoneWidget: { milestoneId: inherited.milestoneId } }),
      ...(inherited.iterationId === null ? {} : { iterationWidget: { iterationId: inherited.iterationId } }),
    };
    const options = { idempotencyKey: formKey(session, form, input) };
    const answer = yield* call(() => abortable(ports.graphql.request(WorkItemCreateOperation, { input }, options)));
    const errors = answer.data.workItemCreate?.errors ?? [];
    if (errors.length > 0) throw wireFault('graphql', { messages: errors });
    yield* call(finish, session, form, `Created ${verdict.title}.`);
  } catch (error) {
    yield* call(fail, session, form, TREE_ERRORS.createChild, error);
  }
}

/** TR-19.26: `workItemUpdate` of the parent with the new children's ids. */
export function* addWorkItems(session: Session, form: WorkItemForm): Generator {
  const { ports } = session;
  try {
    const input = { id: form.parentId, hierarchyWidget: { childrenIds: form.selected.map(({ id }) => id) } };
    const options = { idempotencyKey: formKey(session, form, input) };
    const answer = yield* call(() => abortable(ports.graphql.request(WorkItemUpdateOperation, { input }, options)));
    const errors = answer.data.workItemUpdate?.errors ?? [];
    if (errors.length > 0) throw wireFault('graphql', { messages: errors });
    yield* call(finish, session, form, `Added ${form.selected.map(({ reference }) => reference).join(', ')}.`);
  } catch (error) {
    yield* call(fail, session, form, TREE_ERRORS.addChild, error);
  }
}

function* finish(session: Session, { serial, parentId }: WorkItemForm, text: string): Generator {
  yield* put(withMeta(treeAnswers.formSettled({ serial, done: true, error: null }), { wrote: [parentId] }));
  yield* put(treeAnswers.announced({ text }));
  touch(session, parentId);
}

function* settle(serial: number, text: string): Generator {
  yield* put(treeAnswers.formSettled({ serial, done: false, error: { type: 'message', text } }));
}

/** TR-19.27: the first error that the server lists, else our text. */
function* fail(session: Session, form: WorkItemForm, text: string, error: unknown): Generator {
  yield* call(settle, form.serial, errorText(messagesOf(error), text));
  formFailed(session, form, error);
  if (isUncertain(error)) touch(session, form.parentId);
}
