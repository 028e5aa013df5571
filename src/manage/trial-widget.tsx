import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { dayNumber } from '@espalier/core/calendar';
import {
  managedPath,
  placesSaga,
  selectPlaces,
  topOf,
  trialDay,
  type GroupPlaces,
  type Trial,
} from '@espalier/core/manage';
import { usePorts } from '../ports/context.ts';
import { useAppSelector, useWatch } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import styles from './trial-widget.module.css';

const HIDE_DELAY = 400;
const RESIZE_DEBOUNCE = 150;
/** Below it a window is small or extra small. */
const MEDIUM = 768;
const DAY_MS = 86_400_000;

const MONTH_AND_DAY = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** BD-06.20: to the Owners of a group on a trial, where the trial is. */
export function TrialWidget({ groupPath }: { readonly groupPath: string }) {
  const watch = useWatch();
  const fullPath = topOf(groupPath);
  const places = useAppSelector((state) => selectPlaces(state, fullPath));
  useEffect(() => watch('places', placesSaga), [watch]);
  return places?.trial == null ? null : <Widget places={places} trial={places.trial} />;
}

interface WidgetProps {
  readonly places: GroupPlaces;
  readonly trial: Trial;
}

function Widget({ places, trial }: WidgetProps) {
  const { clock } = usePorts();
  const { isOpen, hide, handlers } = usePopover();
  const link = useRef<HTMLAnchorElement>(null);
  const now = trialDay(trial, clock.today());
  const titleId = useId();
  if (now === null) return null;
  const to = (noun: 'plan' | 'sales') => managedPath({ kind: 'group', fullPath: places.topPath, noun });
  const { day, duration, remaining, endsOn } = now;
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    link.current?.focus();
    hide();
  };
  return (
    <div className={styles.place} {...handlers} onKeyDown={escape}>
      <Link ref={link} className={styles.widget} to={to('plan')}>
        <span className={styles.line}>
          <span dir="auto">{trial.planName} Trial</span>
          <span className={styles.day}>{`Day ${day}/${duration}`}</span>
        </span>
        <ProgressBar label="Trial" value={day} max={duration} />
      </Link>
      {isOpen && (
        <div className={styles.popover} role="group" aria-labelledby={titleId}>
          <strong id={titleId}>
            {`You've got ${remaining} ${remaining === 1 ? 'day' : 'days'} remaining on ${trial.planName}!`}
          </strong>
          <p>
            Your trial ends on <strong>{MONTH_AND_DAY.format(dayNumber(endsOn) * DAY_MS)}</strong>. The member limit is
            not in force until then.
          </p>
          <Link className={buttonClass('primary', 'small')} to={to('plan')}>
            {`Upgrade ${places.name} to ${trial.planName}`}
          </Link>
          <Link className={buttonClass('plain', 'small')} to={to('plan')}>
            Compare all plans
          </Link>
          {trial.contactSales && (
            <Link className={buttonClass('plain', 'small')} to={to('sales')}>
              Contact sales
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

/** BD-06.22: open while the pointer or the focus is in it, and 400 ms longer; never in a small window. */
function usePopover() {
  const [isOpen, setOpen] = useState(false);
  const isSmall = useSmallWindow();
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const show = () => {
    window.clearTimeout(timer.current);
    setOpen(true);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  const hideLater = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(hide, HIDE_DELAY);
  };
  return {
    isOpen: isOpen && !isSmall,
    hide,
    handlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') show();
      },
      onPointerLeave: hideLater,
      onFocus: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) show();
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hideLater();
      },
    },
  };
}

const isSmallNow = (): boolean => window.innerWidth < MEDIUM;

function useSmallWindow(): boolean {
  const [isSmall, setSmall] = useState(isSmallNow);
  useEffect(() => {
    let timer = 0;
    const resized = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setSmall(isSmallNow()), RESIZE_DEBOUNCE);
    };
    window.addEventListener('resize', resized);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', resized);
    };
  }, []);
  return isSmall;
}
