import { Fragment, useId } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { linkActions } from '@espalier/core/link';
import type { LinkRow } from '@espalier/core/link';
import { useAppDispatch } from '../store.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { Assignees } from '../work-item/assignees.tsx';
import { Marked } from '../work-item/confidential.tsx';
import './link-icons.css';
import styles from './link-rows.module.css';

/** One of the lists, or the merge requests. */
export function LinkRows({ heading, rows }: { readonly heading: string; readonly rows: readonly LinkRow[] }) {
  const id = useId();
  return (
    <div className={styles.group}>
      <h3 className={styles.heading} id={id}>
        {heading} <span className={styles.count}>{rows.length}</span>
      </h3>
      <ul className={styles.list} role="list" aria-labelledby={id}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </div>
  );
}

/** RL-03: a related issue, epic or merge request. */
function Row({ row }: { readonly row: LinkRow }) {
  const dispatch = useAppDispatch();
  const { look, reference, title, href, removal } = row;
  const remove = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    if (removal === null) return;
    focusNeighbour(currentTarget);
    dispatch(linkActions.removed(removal));
  };
  return (
    <li className={styles.row} data-link={row.id}>
      <Icon
        name={look.icon}
        className={classes(styles.state, styles[look.look])}
        label={look.label}
        tooltip={look.label}
      />
      <span className={styles.text}>
        <span className={styles.name}>
          <Marked tooltip={row.confidential}>
            <Title href={href} title={title} />
          </Marked>
          <span className={styles.reference}>
            {reference.path !== '' && (
              <>
                <span className={styles.path} data-tooltip={reference.path} tabIndex={-1}>
                  {breakable(reference.path)}
                </span>
                <wbr />
              </>
            )}
            <span className={styles.number}>{reference.id}</span>
          </span>
        </span>
        <Meta row={row} />
      </span>
      {removal !== null && (
        <IconButton
          className={styles.remove}
          icon="close"
          label={`Remove ${title}`}
          size="small"
          onClick={remove}
          onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
            if (event.key === 'Delete' || event.key === 'Backspace') {
              event.preventDefault();
              remove(event);
            }
          }}
        />
      )}
    </li>
  );
}

/** A path is a page of this product; an address with a host may be anywhere. */
function Title({ href, title }: { readonly href: string | null; readonly title: string }) {
  const text = <span dir="auto">{title}</span>;
  if (href === null) return <span className={styles.title}>{text}</span>;
  return /^https?:\/\//.test(href) ? (
    <a className={styles.title} href={href} rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <Link className={styles.title} to={href}>
      {text}
    </Link>
  );
}

const breakable = (path: string) =>
  path.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

function Meta({ row }: { readonly row: LinkRow }) {
  const { cycle, pipeline, health, milestone, due, weight, assignees, time, look } = row;
  return (
    <span className={styles.meta}>
      {cycle !== null && (
        <Badge tone="warning" icon="warning" tooltip={cycle}>
          Cycle
        </Badge>
      )}
      {pipeline !== null && (
        <Icon className={styles.pipeline} name={pipeline.icon} label={pipeline.text} tooltip={pipeline.text} />
      )}
      {health !== null && <Badge tone={health.variant}>{health.label}</Badge>}
      {milestone !== null && <Fact icon="milestone" label={`Milestone ${milestone}`} text={milestone} />}
      {due !== null && (
        <Fact
          icon="calendar"
          label={`Due ${due.text}`}
          text={due.text}
          className={due.danger ? styles.danger : undefined}
        />
      )}
      {weight !== null && <Fact icon="weight" label={`Weight ${weight}`} text={String(weight)} />}
      {time.at !== null && (
        <TimeAgo
          className={classes(styles.time, look.look === 'closedMergeRequest' && styles.closedTime)}
          what={time.text}
          at={time.at}
        />
      )}
      {assignees.shown.length > 0 && <Assignees assignees={assignees} />}
    </span>
  );
}

interface FactProps {
  readonly icon: string;
  readonly label: string;
  readonly text: string;
  readonly className?: string;
}

function Fact({ icon, label, text, className }: FactProps) {
  return (
    <span className={classes(styles.fact, className)} data-tooltip={label} tabIndex={-1}>
      <Icon name={icon} small />
      <span className="visually-hidden">{label}</span>
      <span aria-hidden>{text}</span>
    </span>
  );
}

/** The row goes at once, and the focus must not go with it: the next button takes it, else the one before, else the section. */
function focusNeighbour(button: HTMLElement): void {
  const section = button.closest('section');
  const buttons = [...(section?.querySelectorAll<HTMLElement>('[data-link] button') ?? [])];
  const at = buttons.indexOf(button);
  const next = buttons[at + 1] ?? buttons[at - 1] ?? section?.querySelector<HTMLElement>('button') ?? null;
  if (next !== button) next?.focus();
}
