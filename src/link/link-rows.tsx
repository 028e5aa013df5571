import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { linkActions } from '@espalier/core/link';
import type { LinkRow } from '@espalier/core/link';
import { useAppDispatch } from '../store.ts';
import { Badge } from '../ui/label-pill.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { columnsOf, overName } from '@espalier/core/work-item';
import { Link } from '../ui/link.tsx';
import { ItemLine, LINE_CLASSES, rowsOf, titleClass } from '../work-item/item-line.tsx';
import './link-icons.css';
import styles from './link-rows.module.css';

/** One of the lists, or the merge requests. */
export function LinkRows({ heading, rows }: { readonly heading: string; readonly rows: readonly LinkRow[] }) {
  const id = useId();
  const { className: rowsClass, ...columns } = rowsOf(columnsOf(rows.map(({ facts }) => facts)));
  return (
    <div className={styles.group}>
      <h3 className={styles.heading} id={id}>
        {heading} <span className={styles.count}>{rows.length}</span>
      </h3>
      <ul className={classes(styles.list, rowsClass)} {...columns} role="list" aria-labelledby={id}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </div>
  );
}

/** Merged counts as closed. */
const STATES = { open: 'opened', closed: 'closed', merged: 'closed', closedMergeRequest: 'closed' } as const;

/** RL-03: a related issue, epic or merge request. */
function Row({ row }: { readonly row: LinkRow }) {
  const dispatch = useAppDispatch();
  const { look, reference, title, href, removal, cycle, pipeline } = row;
  const remove = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    if (removal === null) return;
    focusNeighbour(currentTarget);
    dispatch(linkActions.removed(removal));
  };
  return (
    <li className={styles.row} data-link={row.id}>
      <div className={LINE_CLASSES[STATES[look.look]]}>
        <ItemLine
          icon={look.icon}
          iconLabel={look.label}
          iconTooltip={look.label}
          iconClass={styles[look.look]}
          reference={reference}
          confidential={row.confidential}
          sign={
            <>
              {cycle !== null && (
                <Badge tone="warning" icon="warning" tooltip={cycle}>
                  Cycle
                </Badge>
              )}
              {pipeline !== null && (
                <Icon className={styles.pipeline} name={pipeline.icon} label={pipeline.text} tooltip={pipeline.text} />
              )}
            </>
          }
          title={<Title name={overName({ id: row.id, webPath: href })} href={href} title={title} />}
          facts={row.facts}
        />
      </div>
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

interface TitleProps {
  /** Of what can be shown over the page. */
  readonly name: string | null;
  readonly href: string | null;
  readonly title: string;
}

/** A path is a page of this product; an address with a host may be anywhere. */
function Title({ name, href, title }: TitleProps) {
  const text = <span dir="auto">{title}</span>;
  if (href === null)
    return (
      <span className={titleClass} data-tooltip="">
        {text}
      </span>
    );
  return /^https?:\/\//.test(href) ? (
    <a className={titleClass} href={href} rel="noopener noreferrer" data-tooltip="">
      {text}
    </a>
  ) : (
    <Link className={titleClass} to={href} data-over={name ?? undefined} data-tooltip="">
      {text}
    </Link>
  );
}

/** The row disappears at once and must not take the focus with it: the next button gets it, else the previous one, else the section. */
function focusNeighbour(button: HTMLElement): void {
  const section = button.closest('section');
  const buttons = [...(section?.querySelectorAll<HTMLElement>('[data-link] button') ?? [])];
  const at = buttons.indexOf(button);
  const next = buttons[at + 1] ?? buttons[at - 1] ?? section?.querySelector<HTMLElement>('button') ?? null;
  if (next !== button) next?.focus();
}
