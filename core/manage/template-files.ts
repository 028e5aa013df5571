import type { Ports, WireError } from '../ports/index.ts';
import { actionChannel, put, select, take, type SagaGenerator } from 'typed-redux-saga';
import { failureText, SERVER_FAULT_TEXT } from '../access/failures.ts';
import { withMeta } from '../store/action.ts';
import { request } from '../store/effects.ts';
import {
  selectTemplateFiles,
  sentAgain,
  TEMPLATE_TEXTS,
  templateActions,
  templateFileActions,
  templateFiles,
  TEMPLATES,
  type TemplateFile,
  type TemplatePlace,
  type TemplateRoot,
} from '../template/index.ts';
import { templateId, templates, type TemplateEntry } from './nouns/templates.ts';
import { MANAGED, pageKey, type ManagedPage, type ManageState } from './slice.ts';

const { filesChosen, filesSentAgain, filesClosed } = templateFileActions;
const { filesHandled } = templateActions;

interface Root extends TemplateRoot {
  readonly manage: ManageState;
}

const pageOf = (place: TemplatePlace): ManagedPage => ({ noun: 'templates', ...place });

/** The names of the templates that the page of a place shows. */
const listedIn = ({ manage: { shown, entries } }: Root, place: TemplatePlace): readonly string[] =>
  shown !== null && pageKey(shown) === pageKey(pageOf(place))
    ? entries.map((entry) => (entry as TemplateEntry).name)
    : [];

/** IE-08.52: files are sent one after the other. After a restart the outcome of those that were being sent is unknown: they count as failed. */
export function* watchTemplateFiles(ports: Ports): Generator {
  const { files: left } = yield* select(({ template }: Root) => template);
  if (left?.list.some(isSending) === true)
    yield* put(
      filesHandled({ place: left.place, files: left.list.map((file) => (isSending(file) ? failed(file) : file)) }),
    );
  const channel = yield* actionChannel([filesChosen.type, filesSentAgain.type, filesClosed.type]);
  while (true) {
    const action = yield* take(channel);
    if (filesClosed.match(action)) yield* put(filesHandled({ place: action.payload.place, files: [] }));
    else if (filesSentAgain.match(action)) {
      const { place, ids } = action.payload;
      yield* sendAll(ports, place, sentAgain(yield* select(selectTemplateFiles, place), ids));
    } else if (filesChosen.match(action)) {
      const { place, files } = action.payload;
      yield* sendAll(ports, place, templateFiles(files, yield* select(listedIn, place)));
    }
  }
}

const isSending = ({ status }: TemplateFile): boolean => status === 'sending';
const failed = (file: TemplateFile, text: string = SERVER_FAULT_TEXT): TemplateFile => ({
  ...file,
  status: 'failed',
  text,
});

function* sendAll(ports: Ports, place: TemplatePlace, files: readonly TemplateFile[]): SagaGenerator<void> {
  const sending = files.map((file): TemplateFile => (file.status === 'queued' ? { ...file, status: 'sending' } : file));
  yield* put(filesHandled({ place, files: sending }));
  if (!sending.some(isSending)) return;
  const done: TemplateFile[] = [];
  for (const file of sending) {
    if (!isSending(file) || file.content === null) {
      done.push(file);
      continue;
    }
    const { name, content, replaces: was } = file;
    const draft = { name: was ?? name, content };
    const sent = templates.request({
      page: pageOf(place),
      what: 'save',
      id: was === null ? null : templateId(was),
      draft,
    });
    const reply = yield* request(() => ports.rest.request(sent));
    done.push(reply.ok ? { ...file, status: 'sent', content: null } : refused(file, reply.error));
  }
  yield* put(withMeta(filesHandled({ place, files: done }), { invalidates: [MANAGED, TEMPLATES] }));
}

function refused(file: TemplateFile, error: WireError): TemplateFile {
  // Somebody made it meanwhile.
  if (file.replaces === null && error.status === 422 && error.messages.includes('Name has already been taken'))
    return { ...file, status: 'asking', replaces: file.name };
  // Somebody deleted it meanwhile.
  const replaces = error.status === 404 ? null : file.replaces;
  return failed({ ...file, replaces }, failureText(error, TEMPLATE_TEXTS.saving));
}
