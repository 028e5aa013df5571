import { useId } from 'react';
import { commandActions, helpTables, selectSingleKeys } from '@espalier/core/command';
import { useDeveloperDoor } from '../developer/use-door.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import styles from './palette.module.css';

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
      <h3 className={styles.helpSheetTitle} id={id}>
        {title}
      </h3>
      <table className={styles.table} aria-labelledby={id}>
        <tbody>
          {rows.map(({ keys, name }) => (
            <tr key={keys + name}>
              <th scope="row" className={styles.helpSheetName}>
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

/** Keys, written as on the keyboard. */
export function Keys({ text }: { readonly text: string }) {
  return <kbd className={styles.keysKeys}>{text}</kbd>;
}

/** Whether shortcuts are written with ⌘ here. */
export const isMac = (): boolean => navigator.platform.startsWith('Mac');
