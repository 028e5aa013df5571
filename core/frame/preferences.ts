import { actionChannel, put, take } from 'typed-redux-saga';
import { failureText } from '../access/failures.ts';
import type { Session } from '../access/session.ts';
import { accessActions } from '../access/slice.ts';
import { noticeActions } from '../notice/index.ts';
import type { Ports } from '../ports/index.ts';
import { userAction } from '../store/action.ts';
import { request } from '../store/effects.ts';

/** What an account prefers, by the names of the API. */
export interface Preferred {
  readonly theme?: 'system' | 'light' | 'dark';
  readonly keyboard_shortcuts_enabled?: boolean;
}

export const preferenceActions = { chosen: userAction<Preferred>('frame/preferenceChosen') };

/** AP-09.60: what is chosen outside the page of preferences. One after the other, so that the last choice stays. */
export function* preferenceSaga(ports: Ports): Generator {
  const chosen = yield* actionChannel(preferenceActions.chosen.match);
  while (true) {
    const { payload: body } = yield* take(chosen);
    const send = () => ports.rest.request({ method: 'PUT', path: '/api/v4/user/preferences', body });
    const reply = yield* request(send);
    if (reply.ok) yield* put(accessActions.sessionRequested());
    else yield* put(noticeActions.raised({ kind: 'danger', text: failureText(reply.error, PREFERENCE_FAILED) }));
  }
}

const PREFERENCE_FAILED = 'Your choice could not be saved. It holds in this browser.';

/** The theme that the account asks for; null: it asks for none, and the browser's choice holds. */
export function themeIn({ settings: { theme } }: Pick<Session, 'settings'>): Required<Preferred>['theme'] | null {
  return theme === 'system' || theme === 'light' || theme === 'dark' ? theme : null;
}
