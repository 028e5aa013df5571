import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import type { RootState } from '@espalier/core';
import { allBlockers, BLOCKERS_FAILED, cutTitle, linkActions, linkSaga, selectBlockers } from '@espalier/core/link';
import type { BlockedItem, BlockersModel } from '@espalier/core/link';
import { useWatch, useAppDispatch, useAppSelector } from '../store.ts';
import { placeBeside } from '../ui/tooltip.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import styles from './blocked-popover.module.css';

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

  const model = useAppSelector(useBlockers(item), same);
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

function useBlockers({ id, kind, count }: BlockedItem) {
  return useCallback((state: RootState) => selectBlockers(state, kind, id, count), [kind, id, count]);
}

/** The model is a new object for each state; compare what it shows. */
const same = (a: BlockersModel | null, b: BlockersModel | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.status === b.status &&
    a.more === b.more &&
    a.shown.length === b.shown.length &&
    a.shown.every((blocker, index) => blocker === b.shown[index]));
