import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { selectMoveDialog } from '@espalier/core';
import type { ItemRow } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import type { MoveOption } from '@espalier/core/tree';
import { watchSearches } from '@espalier/core/tree/searches';
import { useAppDispatch, usePlaceSelector, useWatch } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { indentSteps } from '@espalier/core/frame';
import styles from './move-dialog.module.css';

interface MoveDialogProps {
  readonly row: ItemRow;
  readonly title: string;
  readonly onClose: () => void;
}

const LIST_ID = 'move-targets';

/** "Move to…": searches the parents that may take the item; those that may not are listed with the reason. Enter takes the marked one. */
export function MoveDialog({ row: { id, parentId }, title, onClose }: MoveDialogProps) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const model = usePlaceSelector(selectMoveDialog);
  const [marked, setMarked] = useState<number | null>(null);

  useEffect(() => {
    watch('treeSearches', watchSearches);
    dispatch(treeActions.moveTargetsOpened({ id }));
    return () => void dispatch(treeActions.moveTargetsClosed());
  }, [watch, dispatch, id]);

  const { search = '', options = [], status = '' } = model ?? {};
  const first = options.findIndex(({ refusal }) => refusal === null);
  const at = Math.min(marked ?? Math.max(first, 0), options.length - 1);

  const choose = (option: MoveOption | undefined) => {
    if (option?.refusal !== null) return;
    dispatch(treeActions.moveChosen({ id, parentId, to: { parentId: option.id } }));
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (to !== undefined) setMarked(Math.min(Math.max(to, 0), options.length - 1));
    else if (event.key === 'Enter') choose(options[at]);
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
        aria-activedescendant={options[at] ? `${LIST_ID}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        value={search}
        onKeyDown={press}
        onChange={(text) => {
          dispatch(treeActions.moveTargetsSearched({ search: text }));
          setMarked(null);
        }}
      />
      <ul className={styles.list} id={LIST_ID} role="listbox" aria-label="Parents">
        {options.map((option, index) => (
          <Option key={option.id} option={option} index={index} marked={index === at} onChoose={choose} />
        ))}
      </ul>
      <p className={styles.count} role="status">
        {status}
      </p>
    </Dialog>
  );
}

interface OptionProps {
  readonly option: MoveOption;
  readonly index: number;
  readonly marked: boolean;
  readonly onChoose: (option: MoveOption) => void;
}

function Option({ option, index, marked, onChoose }: OptionProps) {
  const { title, reference, depth, refusal } = option;
  const id = `${LIST_ID}-${index}`;
  const refused = refusal !== null;
  return (
    <li
      ref={(element) => {
        if (marked) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={styles.option}
      style={{ paddingInlineStart: `${indentSteps(depth) + 0.625}rem` }}
      id={id}
      role="option"
      aria-selected={marked}
      aria-disabled={refused || undefined}
      aria-labelledby={`${id}-name`}
      aria-describedby={refused ? `${id}-reason` : undefined}
      onClick={() => onChoose(option)}
    >
      <span id={`${id}-name`}>
        <span className={styles.title} dir="auto">
          {title}
        </span>{' '}
        <span className={styles.reference}>{reference}</span>
      </span>
      {refused && (
        <span className={styles.reason} id={`${id}-reason`}>
          {refusal}
        </span>
      )}
    </li>
  );
}
