import { memo } from 'react';
import type { Person } from '@espalier/core/work-item';
import type { ShownPicker } from '@espalier/core/work-item/fields';
import { FIELD_TEXTS, itemEdits, itemFieldActions, selectSelf } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ItemField, None, useItemId } from './item-field.tsx';
import { PersonLink } from './people.tsx';
import { PickerList } from './picker-list.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

interface AssigneesFieldProps {
  readonly assignees: readonly Person[];
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-03: who works on it. The picker saves all that was ticked when it is closed, Escape closes it without. */
export const AssigneesField = memo(function AssigneesField({ assignees, mayChange, saving }: AssigneesFieldProps) {
  const dispatch = useAppDispatch();
  const id = useItemId();
  const self = useAppSelector((state) => selectSelf(state, id));
  const { editor, picker } = usePicker('assignees', mayChange, (item) => itemEdits.assigneesChanged({ id: item }));
  return (
    <ItemField title="Assignees" editor={editor} saving={saving}>
      {assignees.length === 0 && <None />}
      {assignees.length > 0 && (
        <ul className={styles.people} role="list" aria-label="Assignees">
          {assignees.map(({ id: person, name, username, avatarUrl, webUrl }) => (
            <li key={person} className={styles.removable}>
              <PersonLink name={name} username={username} avatarUrl={avatarUrl} url={webUrl} />
              {mayChange && (
                <IconButton
                  icon="close"
                  label={`Unassign ${name}`}
                  size="small"
                  onClick={() => dispatch(itemEdits.assigneesChanged({ id, add: [], remove: [person] }))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {self !== null && (
        <Button
          className={styles.small}
          look="link"
          data-command="assign myself"
          onClick={() => dispatch(itemEdits.assigneesChanged({ id, add: [self], remove: [] }))}
        >
          {FIELD_TEXTS.assignSelf}
        </Button>
      )}
      {picker && <PeoplePicker picker={picker} />}
    </ItemField>
  );
});

function PeoplePicker({ picker }: { readonly picker: ShownPicker }) {
  const dispatch = useAppDispatch();
  const { people, hasMorePeople } = picker;
  return (
    <div className={styles.editor}>
      <PickerList
        picker={picker}
        label="Search people"
        options={people.map(({ id, name, username }) => ({ id, label: name, hint: `@${username}` }))}
        chosen={people.filter(({ ticked }) => ticked).map(({ id }) => id)}
        onToggle={(id) => {
          const found = people.find((person) => person.id === id);
          if (found === undefined) return;
          const { ticked, ...person } = found;
          dispatch(itemFieldActions.personTicked({ person, ticked: !ticked }));
        }}
      />
      {hasMorePeople && (
        <Button className={styles.small} look="link" onClick={() => dispatch(itemFieldActions.morePeopleAsked())}>
          {FIELD_TEXTS.morePeople}
        </Button>
      )}
    </div>
  );
}
