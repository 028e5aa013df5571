import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { selectLinkSubject } from '@espalier/core';
import {
  allBlockers,
  BLOCKERS_FAILED,
  CLOSING_OFFLINE,
  closingTexts,
  cutTitle,
  linkActions,
  linkSaga,
  selectBlockers,
  selectClosing,
  selectIsFreeToClose,
  type BlockedItem,
  type BlockersModel,
  type LinkSubject,
} from '@espalier/core/link';
import { useOnline } from '../ports/context.ts';
import { useWatch, useAppDispatch, useAppSelector, useAppStore, usePlace } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { placeBeside } from '../ui/tooltip.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import type { ItemWithLinks } from './links-section.tsx';
import styles from './blockers.module.css';

const GAP = 4;

interface BlockedPopoverProps {
  readonly item: BlockedItem & { readonly webPath: string };
  readonly text: string;
  readonly anchor: RefObject<HTMLElement | null>;
  /** The focus moved into it. */
  readonly takesFocus: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  /** `back`: the anchor gets the focus. */
  readonly onClose: (back: boolean) => void;
}

/** RL-05: what blocks an item, with links; fetched when it is first shown. */
export function BlockedPopover({ item, text, anchor, takesFocus, onStay, onLeave, onClose }: BlockedPopoverProps) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const box = useRef<HTMLDivElement>(null);
  const { id, kind, iid, groupPath, count } = item;

  useLayoutEffect(() => {
    watch('link', linkSaga);
    dispatch(linkActions.blockersAsked({ id, kind, iid, groupPath, count }));
  }, [watch, dispatch, id, kind, iid, groupPath, count]);

  const model = useAppSelector((state) => selectBlockers(state, kind, id, count));
  useLayoutEffect(() => {
    if (box.current !== null && anchor.current !== null) placeBeside(box.current, anchor.current, { gap: GAP });
  });
  const ready = model !== null && model.status !== 'loading';
  useEffect(() => {
    if (takesFocus) (box.current?.querySelector('a') ?? box.current)?.focus();
  }, [takesFocus, ready]);

  const press = (event: KeyboardEvent) => {
    // Shortcuts of the surrounding widget do not apply here.
    event.stopPropagation();
    const links = [...(box.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const last = event.shiftKey ? 0 : links.length - 1;
    if (event.key === 'Escape' || (event.key === 'Tab' && (at < 0 || at === last))) onClose(true);
    else if (step !== undefined) links[(at + step + links.length) % links.length]?.focus();
    else return;
    event.preventDefault();
  };

  return createPortal(
    <div
      ref={box}
      className={styles.popover}
      // Above a dialog, too, it can be reached.
      data-react-aria-top-layer="true"
      role="dialog"
      aria-label={text}
      tabIndex={-1}
      onPointerEnter={onStay}
      onPointerLeave={() => !box.current?.contains(document.activeElement) && onLeave()}
      onKeyDown={press}
      onClick={(event) => event.stopPropagation()}
      onFocus={(event) => event.stopPropagation()}
      onBlur={(event) => {
        event.stopPropagation();
        const to = event.relatedTarget;
        if (!event.currentTarget.contains(to) && to !== anchor.current) onClose(false);
      }}
    >
      <BlockersShown text={text} model={model} item={item} />
    </div>,
    document.body,
  );
}

/** The class of the popover, for showing it without its anchor. */
export const popoverClass: string = styles.popover ?? '';

interface BlockersShownProps extends Pick<BlockedPopoverProps, 'text'> {
  readonly model: BlockersModel | null;
  readonly item: Pick<BlockedPopoverProps['item'], 'kind' | 'webPath'>;
}

/** What stands in the popover. */
export function BlockersShown({ text, ...about }: BlockersShownProps) {
  return (
    <>
      <p className={styles.heading}>{text}</p>
      <Blockers {...about} />
    </>
  );
}

function Blockers({ model, item }: Omit<BlockersShownProps, 'text'>) {
  if (model === null || model.status === 'loading') {
    return (
      <div role="status" aria-label="Loading">
        <SkeletonBar width="12rem" />
      </div>
    );
  }
  const all = allBlockers(item.kind, item.webPath);
  return (
    <>
      {model.status === 'failed' && (
        <p className={styles.failure} role="alert">
          {BLOCKERS_FAILED}
        </p>
      )}
      {model.shown.length > 0 && (
        <ul className={styles.list} role="list">
          {model.shown.map(({ id, title, reference, webPath }) => (
            <li key={id}>
              <Link className={styles.link} to={webPath}>
                <span dir="auto">{cutTitle(title)}</span>
              </Link>
              <span className={styles.reference}>{reference}</span>
            </li>
          ))}
        </ul>
      )}
      {model.status === 'ready' && model.more !== null && <p className={styles.more}>{model.more}</p>}
      <Link className={styles.link} to={all.href}>
        {all.text}
      </Link>
    </>
  );
}

/** `waiting`: checking whether anything blocks the item; `asking`: the question is shown. */
export type Closing = 'no' | 'waiting' | 'asking';

interface CloseQuestionProps extends ItemWithLinks {
  readonly onChange: (closing: Closing) => void;
  readonly onClose: () => void;
}

type Answer = NonNullable<ReturnType<typeof selectClosing>>['status'];

/** RL-01.30, RL-01.31: nothing is shown while nothing blocks the item; else what blocks it is named, and a person decides. */
export function CloseQuestion(props: CloseQuestionProps) {
  const place = usePlace();
  const subject = useAppSelector((state) => selectLinkSubject(state, props.of, props.id, place));
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
