import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { indentSteps } from '../ui/rules/amounts.ts';
import styles from './move-dialog.module.css';
import type { ItemRow } from './tree-row.tsx';

interface Parent {
  readonly id: string;
  readonly title: string;
  readonly reference: string;
  readonly depth: number;
}

interface MoveDialogProps {
  readonly row: ItemRow;
  readonly title: string;
  readonly parents: readonly Parent[];
  readonly onClose: () => void;
}

const LIST_ID = 'move-targets';
/** A list longer than this is for searching, not for reading. */
const SHOWN = 100;

/** "Move to…": a search over the parents in this tree that may take the item; Enter takes the marked one. */
export function MoveDialog({ row: { id, parentId }, title, parents, onClose }: MoveDialogProps) {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useState('');
  const [marked, setMarked] = useState(0);
  const words = search.trim().toLocaleLowerCase();
  const found = parents.filter((parent) => `${parent.title} ${parent.reference}`.toLocaleLowerCase().includes(words));
  const shown = found.slice(0, SHOWN);
  const at = Math.min(marked, shown.length - 1);

  const choose = (parent: Parent | undefined) => {
    if (!parent) return;
    dispatch(treeActions.moveChosen({ id, parentId, to: { parentId: parent.id } }));
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to !== undefined) setMarked(Math.min(Math.max(to, 0), shown.length - 1));
    else if (event.key === 'Enter') choose(shown[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={`Move ${title}`} onClose={onClose}>
      <TextField
        label="New parent"
        hint="The item goes to the top of its new parent."
        placeholder="Search by title or reference"
        role="combobox"
        aria-expanded
        aria-controls={LIST_ID}
        aria-activedescendant={shown[at] ? `${LIST_ID}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        value={search}
        onKeyDown={press}
        onChange={(text) => {
          setSearch(text);
          setMarked(0);
        }}
      />
      <ul className={styles.list} id={LIST_ID} role="listbox" aria-label="Parents">
        {shown.map((parent, index) => (
          <li
            key={parent.id}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            className={styles.option}
            id={`${LIST_ID}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(parent)}
          >
            <span style={{ marginInlineStart: `${indentSteps(parent.depth)}rem` }} dir="auto">
              {parent.title}
            </span>{' '}
            <span className={styles.reference}>{parent.reference}</span>
          </li>
        ))}
      </ul>
      <p className={styles.count} role="status">
        {found.length === 0 ? 'No matches found' : found.length > SHOWN ? `The first ${SHOWN} of ${found.length}` : ''}
      </p>
    </Dialog>
  );
}
