import { useEffect, useId, useMemo } from 'react';
import {
  selectContent,
  selectContentFailed,
  TEMPLATE_TEXTS,
  templateActions,
  templateSaga,
} from '@espalier/core/template';
import { MANAGE_TEXTS, type Draft, type ManagedPage, type TemplateEntry } from '@espalier/core/manage';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { LoadFailure } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { TextField } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { TimeAgo } from '../ui/time.tsx';
import fieldStyles from '../ui/field.module.css';
import { nounView, type FieldsProps, type Question } from './noun-view.ts';
import { TemplateFiles } from './template-files.tsx';
import styles from './managed-page.module.css';

const DELETION: Question = {
  title: 'Delete template',
  button: 'Delete template',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> is no longer offered. Descriptions that began with it stay as they are. This
      cannot be undone.
    </>
  ),
};

/** IE-08.31: the description templates of a group or project. */
export const templatesView = nounView<TemplateEntry>({
  title: 'Description templates',
  create: 'New template',
  denied: { title: 'You do not manage these templates', text: MANAGE_TEXTS.templatesDenied },
  filters: () => ({}),
  blank: { name: '', content: '' },
  none: {
    icon: 'pencil',
    title: 'There are no templates yet',
    text: 'A template asks for what every report or plan should say.',
  },
  nameOf: ({ name }) => name,
  draftOf: ({ name }) => ({ name, content: '' }),
  Reading: ReadTemplate,
  Extras: TemplateFiles,
  facts: ({ name, updatedAt }) => (
    <div className={styles.about}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {updatedAt !== null && (
        <span className={styles.facts}>
          <TimeAgo at={updatedAt} what="Updated" />
        </span>
      )}
    </div>
  ),
  actions: (_entry, _page, may) => (may ? [{ what: 'delete', label: 'Delete…', danger: true, ask: DELETION }] : []),
  fields: (props) => <Fields {...props} />,
});

interface ReadingProps {
  readonly page: ManagedPage;
  readonly entry: TemplateEntry;
  readonly onRead: (draft: Draft) => void;
}

/** The text of a known template is read before its form opens. */
function ReadTemplate({ page: { kind, fullPath }, entry: { name }, onRead }: ReadingProps) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const chosen = useMemo(
    () => ({
      place: { kind: kind === 'group' ? 'group' : 'project', fullPath } as const,
      template: { name, projectId: null, groupId: null },
    }),
    [kind, fullPath, name],
  );
  const content = useAppSelector((state) => selectContent(state, chosen));
  const failed = useAppSelector((state) => selectContentFailed(state, chosen));
  useEffect(() => {
    watch('template', templateSaga);
    dispatch(templateActions.chosen(chosen));
  }, [watch, dispatch, chosen]);
  useEffect(() => {
    if (content !== null) onRead({ name, content });
  }, [onRead, name, content]);
  if (failed) return <LoadFailure text={TEMPLATE_TEXTS.reading} onRetry={() => dispatch(templateActions.retried())} />;
  return <SkeletonRows rows={3} label="Loading the template" className={styles.row} />;
}

function Fields({ page: { kind, fullPath }, draft, faults, sending, onType }: FieldsProps) {
  const id = useId();
  const fault = faults['content'] ?? null;
  const where = useMemo(
    () => ({
      itemId: null,
      groupPath: kind === 'group' ? fullPath : null,
      projectPath: kind === 'project' ? fullPath : null,
    }),
    [kind, fullPath],
  );
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={draft['name'] ?? ''}
        error={faults['name'] ?? null}
        onChange={(name) => onType({ name })}
      />
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={id}>
          Content
        </label>
        <MarkdownField
          id={id}
          rows={14}
          value={draft['content'] ?? ''}
          disabled={sending}
          place={where}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-error`}
          onChange={(content) => onType({ content })}
        />
        {fault !== null && (
          <p className={fieldStyles.error} id={`${id}-error`} role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  );
}
