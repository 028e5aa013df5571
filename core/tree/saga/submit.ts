import type { CreatedEpicJson, EpicLinkJson, IssueLinkJson, LinksAnswer } from '../../api/rest.ts';
import type { GlobalId, TreeItem } from '../../work-item/types.ts';
import type { AddExistingForm, CreateEpicForm, CreateIssueForm, FormError, TreeForm } from '../state.ts';
import type { Session, TreeSlices } from './session.ts';
import { addReferences, createChildEpic, createIssue } from '../../api/rest.ts';
import { abortable, isUncertain, isWireError, messagesOf, wireFault, withMeta, withNotice } from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { firstError, numericId, validateTitle } from '../../work-item/rules.ts';
import { call, put, select, takeEvery, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAlert, treeAnswers } from '../actions.ts';
import { addFailure, inheritedConfidentiality, refusalsOf, refusedTokens, takeFirst, TREE_ERRORS } from '../rules.ts';
import { ownGroup } from '../select/forms.ts';
import { formFailed, formKey } from './form-keys.ts';
import { rememberProject } from './recent.ts';
import { beside, holdersOf, parentPlace, selectShown, selectTree, touch } from './session.ts';
import { addWorkItems, createWorkItem } from './submit-work-item.ts';

/** TR-12.23: a form is sent once at a time; what was sent is finished even if the form is closed meanwhile. */
export function* watchForms(session: Session): Generator {
  const sent = new Set<number>();
  yield* takeEvery(treeActions.formSubmitted.match, function* (): Generator {
    const { form } = yield* select(selectTree);
    if (form === null || !form.submitting || sent.has(form.serial)) return;
    sent.add(form.serial);
    yield* beside(session.ports, function* (): Generator {
      try {
        yield* call(submit, session, form);
      } finally {
        sent.delete(form.serial);
      }
    });
  });
}

function* submit(session: Session, form: TreeForm): Generator {
  switch (form.form) {
    case 'addEpic':
    case 'addIssue':
      return yield* call(addExisting, session, form);
    case 'createEpic':
      return yield* call(makeEpic, session, form);
    case 'createIssue':
      return yield* call(makeIssue, session, form);
    case 'createWorkItem':
      return yield* call(createWorkItem, session, form);
    case 'addWorkItem':
      return yield* call(addWorkItems, session, form);
  }
}

const done = ({ serial }: TreeForm) => treeAnswers.formSettled({ serial, done: true, error: null });
const failed = ({ serial }: TreeForm, error: FormError | null) =>
  treeAnswers.formSettled({ serial, done: false, error });

/** The endpoint of the page for its own epic, and one made alike for an epic further down. */
function endpointOf(state: TreeSlices, form: AddExistingForm): string | null {
  const { config, root } = state.tree;
  const isEpic = form.form === 'addEpic';
  const own = isEpic ? config.epicsEndpoint : config.issuesEndpoint;
  if (form.parentId === root?.id && own !== '') return own;
  const place = parentPlace(state, form);
  return place === null ? null : `/groups/${place.fullPath}/-/epics/${place.iid}/${isEpic ? 'links' : 'issues'}`;
}

/** TR-09.22: on success the first as many as were asked for stand at the top; everything else comes with the reading that follows. */
function* addExisting(session: Session, form: AddExistingForm): Generator {
  const { ports, adapter } = session;
  const state = yield* select((whole: TreeSlices) => whole);
  const endpoint = endpointOf(state, form);
  const kind = form.form === 'addEpic' ? 'epic' : 'issue';
  const here = state.tree.root?.fullPath ?? '';
  const owner = parentPlace(state, form)?.fullPath ?? here;
  try {
    if (endpoint === null) throw wireFault('http', { status: 404 });
    const request = addReferences(
      endpoint,
      form.references.map(({ text }) => text),
    );
    const options = { idempotencyKey: formKey(session, form, request) };
    const send = <T>() => abortable(ports.rest.request<LinksAnswer<T>>(request, options));
    const count = form.references.length;
    const items: readonly TreeItem[] =
      kind === 'epic'
        ? takeFirst((yield* call(send<EpicLinkJson>)).data.issuables, count).map((json) =>
            adapter.epicLink(json, here, owner),
          )
        : takeFirst((yield* call(send<IssueLinkJson>)).data.issuables, count).map((json) =>
            adapter.issueLink(json, here),
          );
    // TR-05.30: whoever loses a child by this is read again as well; somebody may have moved it back before this answer came.
    const left = yield* select(({ confirmed }: TreeSlices) => holdersOf(confirmed, form.parentId, items));
    const wrote = [form.parentId, ...left];
    yield* put(withMeta(treeAnswers.childrenAdded({ parentId: form.parentId, items }), { wrote }));
    yield* put(done(form));
  } catch (error) {
    const status = isWireError(error) && error.status !== undefined ? { status: error.status } : {};
    const { type, message } = addFailure(kind, { ...status, messages: messagesOf(error) });
    const contexts = [owner, here].map((groupPath) => ({ kind, groupPath }) as const);
    const failure: FormError = { type: type ?? 'message', text: message };
    yield* put(failed(form, refusedTokens(failure, refusalsOf(message), form.references, contexts)));
    formFailed(session, form, error);
    if (isUncertain(error)) touch(session, form.parentId);
  }
}

interface ParentOfForm {
  readonly id: GlobalId;
  readonly confidential: boolean;
}

function* parentOf(form: TreeForm): SagaGenerator<ParentOfForm> {
  const { tree, confirmed } = yield* select((state: TreeSlices) => state);
  const confidential = get(confirmed.items, form.parentId)?.confidential ?? tree.root?.confidential ?? false;
  return { id: form.parentId, confidential };
}

/** TR-10.22: POST with the parent's id; the tree is read again, and the form closed. */
function* makeEpic(session: Session, form: CreateEpicForm): Generator {
  const { ports } = session;
  const verdict = validateTitle(form.title);
  if (!verdict.ok) return yield* put(failed(form, { type: 'message', text: verdict.error }));
  const parent = yield* call(parentOf, form);
  const state = yield* select((whole: TreeSlices) => whole);
  const group = form.groups.selected ?? ownGroup({ visible: selectShown(state), tree: state.tree }, form);
  try {
    if (group === null) throw wireFault('malformed');
    const request = createChildEpic(numericId(group.id), {
      title: verdict.title,
      confidential: inheritedConfidentiality(false, parent.confidential),
      parentId: numericId(parent.id),
    });
    const options = { idempotencyKey: formKey(session, form, request) };
    yield* call(() => abortable(ports.rest.request<CreatedEpicJson>(request, options)));
    yield* call(finishCreation, session, form);
  } catch (error) {
    yield* call(refuseCreation, session, form, TREE_ERRORS.createEpic, error);
  }
}

/** TR-11.25: the issue's project is remembered for the next time. */
function* makeIssue(session: Session, form: CreateIssueForm): Generator {
  const { ports } = session;
  const verdict = validateTitle(form.title);
  const project = form.projects.selected;
  if (!verdict.ok || project === null) {
    return yield* put(failed(form, verdict.ok ? null : { type: 'message', text: verdict.error }));
  }
  const parent = yield* call(parentOf, form);
  try {
    const request = createIssue(numericId(project.id), {
      title: verdict.title,
      epicId: numericId(parent.id),
      confidential: inheritedConfidentiality(false, parent.confidential),
    });
    const options = { idempotencyKey: formKey(session, form, request) };
    yield* call(() => abortable(ports.rest.request(request, options)));
    const { config } = yield* select(selectTree);
    rememberProject(ports, config.username, project);
    yield* call(finishCreation, session, form);
  } catch (error) {
    yield* call(refuseCreation, session, form, TREE_ERRORS.createIssue, error);
  }
}

function* finishCreation(session: Session, form: TreeForm): Generator {
  yield* put(withMeta(done(form), { wrote: [form.parentId] }));
  yield* put(treeAnswers.announced({ text: 'title' in form ? `Created ${form.title.trim()}.` : 'Created.' }));
  touch(session, form.parentId);
}

/** The form stays open with its alert; without an answer the item may be there, so the list is read again. */
function* refuseCreation(session: Session, form: TreeForm, text: string, error: unknown): Generator {
  formFailed(session, form, error);
  yield* put(withNotice(failed(form, null), treeAlert(text, firstError(messagesOf(error)) ?? undefined)));
  if (isUncertain(error)) touch(session, form.parentId);
}
