import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { MarkdownField } from '../editor/markdown-field.tsx';
import type { MarkdownFieldProps } from '../editor/markdown-field.tsx';
import { TemplatePicker } from '../template/template-picker.tsx';
import { Select, TextField } from '../ui/field.tsx';
import styles from './text-fields.module.css';

interface TextFieldsProps<T extends string> {
  readonly title: { readonly value: string; readonly error?: string | null; readonly onChange: (text: string) => void };
  /** Of a new item: it has to have a title, which one begins with. */
  readonly isNew?: boolean;
  /** Which it may have; absent or empty: it has the one that it has. */
  readonly types?: readonly { readonly value: T; readonly label: string }[];
  readonly type?: T;
  readonly onType?: (type: T) => void;
  readonly description: Omit<MarkdownFieldProps, 'id' | 'label' | 'disabled' | 'onChange'> & {
    readonly onChange: (text: string) => void;
  };
  /** As in "Error updating issue". */
  readonly issuableType: string;
  readonly sending: boolean;
}

/** What every form of an item has: its title, its type where there is a choice, a template (IE-02.65) and the description. */
export function TextFields<T extends string>({
  title,
  isNew = false,
  types = [],
  type,
  onType,
  description,
  issuableType,
  sending,
}: TextFieldsProps<T>) {
  const id = useId();
  const { groupPath, projectPath } = description.place;
  const fullPath = projectPath ?? groupPath;
  return (
    <>
      <TextField
        label="Title"
        dir="auto"
        autoComplete="off"
        required={isNew}
        autoFocus={isNew}
        readOnly={sending}
        {...title}
      />
      {types.length > 0 && type !== undefined && onType !== undefined && (
        <div className={styles.type}>
          <span className={styles.label}>Type</span>
          <Select label="Type" value={type} options={types} onChange={onType} />
        </div>
      )}
      {fullPath !== null && (
        <TemplatePicker
          place={{ kind: projectPath === null ? 'group' : 'project', fullPath }}
          issuableType={issuableType}
          value={description.value}
          onReplace={description.onChange}
        />
      )}
      <div className={styles.description}>
        <label className={styles.label} htmlFor={id}>
          Description
        </label>
        <MarkdownField {...description} id={id} disabled={sending} />
      </div>
    </>
  );
}

/** Ctrl+Enter, Cmd+Enter, where no field has taken it. */
export function submitsForm(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return false;
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey);
}
