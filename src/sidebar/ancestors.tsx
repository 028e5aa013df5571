import { ancestorHint, selectAncestors, SIDEBAR_TEXTS } from '@espalier/core/sidebar';
import type { AncestorRow } from '@espalier/core/sidebar';
import { usePorts } from '../ports/context.ts';
import { usePlaceSelector } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { webPath } from '@espalier/core/frame';
import { Failure, Loading, None, Widget } from './widget.tsx';
import styles from './sidebar.module.css';

const STATE_ICONS: Readonly<Record<'Open' | 'Closed', string>> = { Open: 'epic', Closed: 'epic-closed' };

/** EP-11: from the root down; an ancestor that the viewer may not see is only indicated. */
export function Ancestors() {
  const { status, error, rows } = usePlaceSelector(selectAncestors);
  return (
    <Widget title="Ancestors">
      {error !== null ? (
        <Failure text={error} part="ancestors" />
      ) : status !== 'ready' && rows.length === 0 ? (
        <Loading />
      ) : rows.length === 0 ? (
        <None>{SIDEBAR_TEXTS.none}</None>
      ) : (
        <ol className={styles.ancestors} role="list">
          {rows.map((row, index) => (
            <li key={row.hidden ? `hidden-${index}` : row.id} className={styles.ancestor}>
              <Ancestor row={row} />
            </li>
          ))}
        </ol>
      )}
    </Widget>
  );
}

function Ancestor({ row }: { readonly row: AncestorRow }) {
  const { clock } = usePorts();
  if (row.hidden) {
    return (
      <>
        <Icon name="eye-slash" />
        <span className={styles.none}>{row.text}</span>
      </>
    );
  }
  return (
    <>
      <Icon name={STATE_ICONS[row.state]} label={row.state} tooltip={row.state} />
      <Link to={webPath(row.webPath)} data-tooltip={ancestorHint(row, clock.today())} dir="auto">
        {row.title}
      </Link>
      {row.confidential && <Icon name="eye-slash" className={styles.warning} label="Confidential" />}
    </>
  );
}
