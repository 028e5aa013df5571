import { useEffect, useId, useMemo } from 'react';
import {
  isTemplateWritten,
  selectContent,
  selectContentFailed,
  selectManaging,
  TEMPLATE_TEXTS,
  templateActions,
} from '@espalier/core/template';
import type { EditedTemplate, TemplatePlace } from '@espalier/core/template';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { LoadFailure } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useEditForm } from '../ui/use-edit-form.tsx';
import fieldStyles from '../ui/field.module.css';
import styles from './templates-page.module.css';

/** The text of a known template is read before its form opens. */
export function ReadTemplate({ place, name }: { readonly place: TemplatePlace; readonly name: string }) {
  const dispatch = useAppDispatch();
  const chosen = useMemo(() => ({ place, template: { name, projectId: null, groupId: null } }), [place, name]);
  const content = useAppSelector((state) => selectContent(state, chosen));
  const failed = useAppSelector((state) => selectContentFailed(state, chosen));
  useEffect(() => dispatch(templateActions.chosen(chosen)), [dispatch, chosen]);
  useEffect(() => {
    if (content !== null) dispatch(templateActions.formOpened({ was: name, before: { name, content } }));
  }, [dispatch, name, content]);
  if (failed) return <LoadFailure text={TEMPLATE_TEXTS.reading} onRetry={() => dispatch(templateActions.retried())} />;
  return <SkeletonRows rows={3} label="Loading the template" className={styles.row} />;
}

interface FormProps {
  readonly place: TemplatePlace;
  readonly edited: EditedTemplate;
  readonly onClose: () => void;
}

/** Ctrl+Enter and Cmd+Enter save; Escape and Cancel ask before they lose what was typed. */
export function TemplateForm({ place, edited, onClose }: FormProps) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManaging);
  const id = useId();
  const { was, name, content } = edited;
  const { error, faults } = form;
  const sending = form.status === 'sending';
  const where = useMemo(
    () => ({
      itemId: null,
      groupPath: place.kind === 'group' ? place.fullPath : null,
      projectPath: place.kind === 'project' ? place.fullPath : null,
    }),
    [place],
  );

  const { cancel, handlers, question } = useEditForm({
    sending,
    isWritten: isTemplateWritten(edited),
    save: () => dispatch(templateActions.submitted({ place, was, text: { name, content } })),
    onClose,
  });
  return (
    <form className={styles.form} aria-label={was === null ? 'New template' : `Edit ${was}`} noValidate {...handlers}>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={name}
        error={faults.name ?? null}
        onChange={(typed) => dispatch(templateActions.typed({ name: typed }))}
      />
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={id}>
          Content
        </label>
        <MarkdownField
          id={id}
          rows={14}
          value={content}
          disabled={sending}
          place={where}
          aria-invalid={faults.content != null || undefined}
          aria-describedby={faults.content == null ? undefined : `${id}-error`}
          onChange={(typed) => dispatch(templateActions.typed({ content: typed }))}
        />
        {faults.content != null && (
          <p className={fieldStyles.error} id={`${id}-error`} role="alert">
            {faults.content}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" look="primary" loading={sending}>
          {was === null ? 'Create template' : 'Save changes'}
        </Button>
        <Button disabled={sending} onClick={cancel}>
          Cancel
        </Button>
      </div>
      {question}
    </form>
  );
}
