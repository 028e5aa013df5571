import { memo, useCallback, useRef, useState, type KeyboardEvent } from 'react';
import type { BlockedItem } from '@espalier/core/link';
import { selectTreeStatus, type RootState } from '@espalier/core';
import { usePlace, usePlaceSelector } from '../store.ts';
import { useIdle } from '../ports/idle.ts';
import { classes } from '../ui/classes.ts';
import { PartFailure, PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './places.module.css';
import type { ItemWithLinks } from './links-section.tsx';
import type { Closing } from './blockers.tsx';
import { Waiting } from './waiting.tsx';

const loadSection = () => import('./links-section.tsx');

interface LinksPlaceProps extends ItemWithLinks {
  /** False where there is no tree to wait for. */
  readonly afterTree: boolean;
}

const isBusy = (state: RootState): boolean => ['idle', 'loading'].includes(selectTreeStatus(state));

/** Where the linked items stand (RL-01). Their code comes once the tree is there and the browser has nothing else to do. */
export const LinksPlace = memo(function LinksPlace({ afterTree, ...item }: LinksPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const over = usePlace();
  const busy = usePlaceSelector(isBusy);
  const idle = useIdle(place, !afterTree || !busy);
  const { module, failed, retry } = useLazy(loadSection, idle);
  return (
    <div ref={place} className={styles.place} {...(over === undefined && { id: 'related-issues', tabIndex: -1 })}>
      {failed ? (
        <PartFailure what="The linked items" onRetry={retry} />
      ) : module === null ? (
        <Waiting />
      ) : (
        <module.LinksOf {...item} />
      )}
    </div>
  );
});

const loadBlockers = () => import('./blockers.tsx');

export function useCloseGuard() {
  const [closing, setClosing] = useState<Closing>('no');
  const ask = useCallback(() => setClosing((now) => (now === 'no' ? 'waiting' : now)), []);
  return [closing, ask, setClosing] as const;
}

interface CloseGuardProps extends ItemWithLinks {
  readonly closing: Closing;
  readonly onChange: (closing: Closing) => void;
  /** It may be closed. */
  readonly onClose: () => void;
}

/** Something blocked is closed only after a question (RL-01.30), whose code loads when it is needed. */
export function CloseGuard(props: CloseGuardProps) {
  const wanted = props.closing !== 'no';
  const { module, failed, retry } = useLazy(loadBlockers, wanted);
  if (!wanted) return null;
  if (failed) return <PopupFailure what="The question" onRetry={retry} onClose={() => props.onChange('no')} />;
  return module === null ? null : <module.CloseQuestion {...props} />;
}

/** Milliseconds that the pointer gets to travel from the sign to the popover. */
const LEAVE_MS = 200;

interface BlockedSignProps {
  readonly item: BlockedItem & { readonly webPath: string };
  /** Names the sign. */
  readonly text: string;
  readonly className?: string;
}

/**
 * Marks something as blocked; hovering or focusing it tells by what (RL-05). One button, and no further element until then. Enter, Space and the down
 * arrow move into the popover.
 */
export function BlockedSign({ item, text, className }: BlockedSignProps) {
  const [open, setOpen] = useState(false);
  const [inside, setInside] = useState(false);
  const sign = useRef<HTMLButtonElement>(null);
  const timer = useRef(0);
  /** The focus is returning to the sign: that is no reason to open again. */
  const returning = useRef(false);
  const { module, failed, retry } = useLazy(loadBlockers, open);

  const show = () => {
    window.clearTimeout(timer.current);
    setOpen(true);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
    setInside(false);
  };
  const leave = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (document.activeElement !== sign.current) hide();
    }, LEAVE_MS);
  };
  // The pointer does not close a popover that has the focus.
  const leaveSign = () => !inside && leave();
  const focus = () => {
    if (!returning.current) show();
    returning.current = false;
  };
  const enter = () => {
    show();
    setInside(true);
  };
  const press = (event: KeyboardEvent) => {
    if (['Enter', ' ', 'ArrowDown'].includes(event.key)) enter();
    else if (event.key === 'Escape' && open) hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        ref={sign}
        type="button"
        className={classes(styles.sign, className)}
        data-icon="issue-block"
        tabIndex={-1}
        aria-label={text}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && show()}
        onPointerLeave={leaveSign}
        onFocus={focus}
        onBlur={() => !inside && hide()}
        onClick={enter}
        onKeyDown={press}
      />
      {failed && <PopupFailure what="The list" onRetry={retry} onClose={hide} />}
      {open && module !== null && (
        <module.BlockedPopover
          item={item}
          text={text}
          anchor={sign}
          takesFocus={inside}
          onStay={show}
          onLeave={leave}
          onClose={(back) => {
            hide();
            returning.current = back;
            if (back) sign.current?.focus();
          }}
        />
      )}
    </>
  );
}
