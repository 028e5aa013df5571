import { useId } from 'react';
import { Link } from 'react-router-dom';
import { commandActions, selectSingleKeys } from '@espalier/core/command';
import { useDeveloperDoor } from '../developer/door-context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { helpTables } from './help-tables.ts';
import styles from './help-sheet.module.css';
import { Keys } from './keys.tsx';
import { isMac } from './platform.ts';

/** Every key of the product. */
export function HelpSheet() {
  const dispatch = useAppDispatch();
  const door = useDeveloperDoor();
  const on = useAppSelector(selectSingleKeys);
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => dispatch(commandActions.helpClosed())}>
      <Switch checked={on} onChange={() => dispatch(commandActions.singleKeysToggled())}>
        Single keys work, without Ctrl or ⌘
      </Switch>
      {helpTables(isMac(), door?.keys ?? null).map(({ title, rows }) => (
        <HelpTable key={title} title={title} rows={rows} />
      ))}
      <p>
        <Link to="/-/gallery" onClick={() => dispatch(commandActions.helpClosed())}>
          Every control in every state
        </Link>
      </p>
    </Dialog>
  );
}

function HelpTable({ title, rows }: ReturnType<typeof helpTables>[number]) {
  const id = useId();
  return (
    <section>
      <h3 className={styles.title} id={id}>
        {title}
      </h3>
      <table className={styles.table} aria-labelledby={id}>
        <tbody>
          {rows.map(({ keys, name }) => (
            <tr key={keys + name}>
              <th scope="row" className={styles.name}>
                {name}
              </th>
              <td className={styles.keys}>
                <Keys text={keys} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
