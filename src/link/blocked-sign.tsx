import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { BlockedItem } from '@espalier/core/link';
import { classes } from '../ui/classes.ts';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './blocked-sign.module.css';

const loadPopover = () => import('./blocked-popover.tsx');

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
  const { module, failed, retry } = useLazy(loadPopover, open);

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
