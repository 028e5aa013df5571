import type { Ports, RestRequest, WireError } from '../ports/index.ts';
import { actionChannel, put, select, take, type SagaGenerator } from 'typed-redux-saga';
import { failureText, SERVER_FAULT_TEXT } from '../access/failures.ts';
import { withMeta } from '../store/action.ts';
import { request } from '../store/effects.ts';
import { sentAgain, templateFileActions, templateFiles } from './files.ts';
import { selectManaging, type TemplateRoot } from './select.ts';
import { samePlace, templateActions, type SubmittedTemplate, type TemplateFile, type TemplatePlace } from './slice.ts';
import { TEMPLATE_TEXTS } from './texts.ts';

const { filesChosen, filesSentAgain, filesClosed } = templateFileActions;
const { filesHandled } = templateActions;

type RequestOf = (submitted: SubmittedTemplate) => RestRequest;

/** IE-08.52: files are sent one after the other. After a restart the outcome of those that were being sent is unknown: they count as failed. */
export function* watchTemplateFiles(ports: Ports, requestOf: RequestOf, invalidates: readonly string[]): Generator {
  const { place, files } = yield* select((state: TemplateRoot) => selectManaging(state));
  if (place !== null && files.some(({ status }) => status === 'sending'))
    yield* put(filesHandled({ place, files: files.map((file) => (isSending(file) ? failed(file) : file)) }));
  const channel = yield* actionChannel([filesChosen.type, filesSentAgain.type, filesClosed.type]);
  while (true) {
    const action = yield* take(channel);
    const now = yield* select((state: TemplateRoot) => selectManaging(state));
    const of = (asked: TemplatePlace) => (now.place !== null && samePlace(now.place, asked) ? now : null);
    if (filesClosed.match(action)) yield* put(filesHandled({ place: action.payload.place, files: [] }));
    else if (filesSentAgain.match(action)) {
      const again = sentAgain(of(action.payload.place)?.files ?? [], action.payload.ids);
      yield* sendAll(ports, requestOf, invalidates, action.payload.place, again);
    } else if (filesChosen.match(action)) {
      const existing = of(action.payload.place)?.templates.map(({ name }) => name) ?? [];
      const sorted = templateFiles(action.payload.files, existing);
      yield* sendAll(ports, requestOf, invalidates, action.payload.place, sorted);
    }
  }
}

const isSending = ({ status }: TemplateFile): boolean => status === 'sending';
const failed = (file: TemplateFile, text: string = SERVER_FAULT_TEXT): TemplateFile => ({
  ...file,
  status: 'failed',
  text,
});

function* sendAll(
  ports: Ports,
  requestOf: RequestOf,
  invalidates: readonly string[],
  place: TemplatePlace,
  files: readonly TemplateFile[],
): SagaGenerator<void> {
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
    const sent = requestOf({ place, was, text: { name: was ?? name, content } });
    const reply = yield* request(() => ports.rest.request(sent));
    done.push(reply.ok ? { ...file, status: 'sent', content: null } : refused(file, reply.error));
  }
  yield* put(withMeta(filesHandled({ place, files: done }), { invalidates }));
}

function refused(file: TemplateFile, error: WireError): TemplateFile {
  // Somebody made it meanwhile.
  if (file.replaces === null && error.status === 422 && error.messages.includes('Name has already been taken'))
    return { ...file, status: 'asking', replaces: file.name };
  // Somebody deleted it meanwhile.
  const replaces = error.status === 404 ? null : file.replaces;
  return failed({ ...file, replaces }, failureText(error, TEMPLATE_TEXTS.saving));
}
