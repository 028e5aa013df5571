import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import {
  BLOCKERS_FAILED,
  CLOSING_OFFLINE,
  closingTexts,
  linkActions,
  linkSaga,
  selectClosing,
  selectIsFreeToClose,
} from '@espalier/core/link';
import type { LinkSubject } from '@espalier/core/link';
import { selectLinkSubject } from '@espalier/core';
import type { LinkPage } from '@espalier/core';
import { useWatch, useAppDispatch, useAppSelector, useAppStore } from '../store.ts';
import { useOnline } from '../ports/context.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Closing } from './places.tsx';
import styles from './blocked-popover.module.css';

interface CloseQuestionProps {
  readonly of: LinkPage;
  readonly onChange: (closing: Closing) => void;
  readonly onClose: () => void;
}

type Answer = NonNullable<ReturnType<typeof selectClosing>>['status'];

/** RL-01.30, RL-01.31: nothing is shown while nothing blocks the item; else what blocks it is named, and a person decides. */
export function CloseQuestion(props: CloseQuestionProps) {
  const subject = useAppSelector((state) => selectLinkSubject(state, props.of));
  return subject === null ? null : <Question subject={subject} {...props} />;
}

function Question({ subject, onChange, onClose }: CloseQuestionProps & { readonly subject: LinkSubject }) {
  const watch = useWatch();
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectClosing);
  const { id, kind, noun, iid, groupPath } = subject;
  const online = useOnline();
  // One request to close leads to one change.
  const done = useRef(false);

  const end = () => {
    dispatch(linkActions.closingEnded());
    onChange('no');
  };
  const go = () => {
    if (done.current) return;
    done.current = true;
    end();
    onClose();
  };

  const proceed = useEffectEvent(go);
  const answered = useEffectEvent((answer: Answer) => {
    if (answer === 'free') go();
    else if (answer !== 'checking') onChange('asking');
  });

  const gaveUp = useEffectEvent(() => onChange('no'));

  useLayoutEffect(() => {
    watch('link', linkSaga);
    if (selectIsFreeToClose(store.getState(), id)) return proceed();
    dispatch(linkActions.closingAsked({ id, kind, iid, groupPath }));
    // If no question can be asked, as in a past moment, do not wait for one.
    if (selectClosing(store.getState())?.id !== id) gaveUp();
  }, [watch, dispatch, id, iid, kind, groupPath, store]);

  const status: Answer = state?.id === id ? state.status : 'checking';
  useEffect(() => {
    answered(status);
  }, [status]);

  if (state === null || (status !== 'asking' && status !== 'failed')) return null;
  const texts = closingTexts(kind, noun);
  return (
    <Dialog
      title={texts.title}
      kind="alertdialog"
      onClose={end}
      actions={
        <>
          <Button autoFocus onClick={end}>
            {texts.cancel}
          </Button>
          <Button look="danger" onClick={go}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {status === 'failed' ? (
        <Alert tone="danger" live={false} detail={online ? null : CLOSING_OFFLINE}>
          {BLOCKERS_FAILED}
        </Alert>
      ) : (
        <>
          <p>{texts.body}</p>
          <ul className={styles.closeQuestionList}>
            {state.list.map((blocker) => (
              <li key={blocker.id}>
                <Link to={blocker.webPath}>{blocker.reference}</Link> <span dir="auto">{blocker.title}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
