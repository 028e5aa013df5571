import type { Ports } from '../ports/index.ts';
import type { NewIssueRoot } from './slice.ts';
import { all, call, put, select, takeEvery } from 'typed-redux-saga';
import { failureText } from '../access/failures.ts';
import { NewIssuePlaceOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { noticeActions } from '../notice/index.ts';
import { NOTE_TEXTS } from '../note/texts.ts';
import { readCommandErrors } from '../quick-action/rules/outcome.ts';
import { observe, query } from '../query/index.ts';
import { newIssueActions, newIssuePlace } from './actions.ts';
import { isForm } from './slice.ts';
import './mutations.ts';

const { opened, submitted } = newIssueActions;

const place = query(newIssuePlace, {
  request: ({ projectPath }) => [NewIssuePlaceOperation, { fullPath: projectPath }],
  decode: ({ project }) => project && { mayCreate: project.userPermissions.createIssue },
  *also(_data, _place, { project }) {
    // RP-03.403
    if (project !== null) yield* named({ fullPath: project.fullPath, fullName: project.nameWithNamespace });
  },
  failure: (error) => failureText(error, 'Something went wrong while fetching the project.'),
});

/** Finds out whether issues may be created, and leads to the one that was. */
export function* newIssueSaga(ports: Ports): Generator {
  yield* all([
    observe(ports, place, {
      params: ({ newIssue }: NewIssueRoot) => newIssue.place,
      opened: opened.type,
    }),
    takeEvery(submitted.committed.match, function* ({ payload: { asked, answer } }) {
      if (!(yield* select(({ newIssue }: NewIssueRoot) => isForm(newIssue, asked)))) return;
      const detail = (readCommandErrors(answer.refused)?.refused ?? answer.refused).join(' ');
      // WI-18.6
      if (detail !== '')
        yield* put(noticeActions.raised({ kind: 'warning', text: NOTE_TEXTS.commands, detail, scope: 'page' }));
      yield* call([ports.navigation, ports.navigation.visit], answer.webPath);
    }),
  ]);
}
