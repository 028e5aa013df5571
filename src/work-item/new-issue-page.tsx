import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NewIssueRoute } from '@espalier/core/frame';
import { paths } from '@espalier/core/frame';
import { filledBy, FORM_TYPES, newIssueActions, selectNewIssue } from '@espalier/core/new-issue';
import type { NewIssueFields } from '@espalier/core/new-issue';
import { TYPE_NAMES } from '@espalier/core/work-item';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { TemplatePicker } from '../template/template-picker.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, Select, TextField } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useMayCreateIssue } from './use-may-create-issue.ts';
import pageStyles from '../epic/new-epic-form.module.css';
import styles from '../text/text-form.module.css';

/** `…/-/issues/new`, for viewers who may create issues in the project (WI-18.3). */
export function NewIssuePage({ route: { groupPath, projectPath } }: { readonly route: NewIssueRoute }) {
  const [filled] = useState(() => filledBy(new URLSearchParams(window.location.search)));
  const { mayCreate, failed } = useMayCreateIssue(projectPath, filled);
  const dispatch = useAppDispatch();
  useEffect(() => () => void dispatch(newIssueActions.closed({ left: true })), [dispatch, projectPath]);
  if (failed)
    return (
      <LoadFailure
        text="This page could not be loaded."
        onRetry={() => dispatch(newIssueActions.opened({ projectPath, filled }))}
      />
    );
  if (mayCreate === null) return <SkeletonRows rows={3} label="Loading" />;
  return mayCreate ? <NewIssue key={projectPath} groupPath={groupPath} projectPath={projectPath} /> : <Missing />;
}

function NewIssue({ groupPath, projectPath }: Omit<NewIssueRoute, 'page'>) {
  usePageTitle('New issue');
  const form = useAppSelector(selectNewIssue);
  return (
    <div className={pageStyles.narrow}>
      <Breadcrumbs groupPath={groupPath} projectPath={projectPath} />
      <h1 className={pageStyles.title}>New issue</h1>
      {form !== null && <NewIssueForm form={form} groupPath={groupPath} projectPath={projectPath} />}
    </div>
  );
}

interface NewIssueFormProps extends Omit<NewIssueRoute, 'page'> {
  readonly form: NonNullable<ReturnType<typeof selectNewIssue>>;
}

function NewIssueForm({ form, groupPath, projectPath }: NewIssueFormProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const descriptionId = useId();
  const { title, description, type, confidential, sending, error, titleError, canSend } = form;
  const place = useMemo(() => ({ itemId: 'issue', groupPath, projectPath }), [groupPath, projectPath]);
  const templates = useMemo(() => ({ kind: 'project' as const, fullPath: projectPath }), [projectPath]);
  const typed = useCallback((fields: Partial<NewIssueFields>) => dispatch(newIssueActions.typed(fields)), [dispatch]);
  const write = useCallback((text: string) => typed({ description: text }), [typed]);
  const submit = () => {
    if (canSend) dispatch(newIssueActions.submitted());
  };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const cancel = () => {
    dispatch(newIssueActions.closed());
    void navigate(paths.issues({ kind: 'project', fullPath: projectPath }));
  };
  return (
    <form
      className={pageStyles.form}
      aria-label="New issue"
      aria-busy={sending}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={press}
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <TextField
        label="Title"
        required
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={title}
        error={titleError}
        onChange={(text) => typed({ title: text })}
      />
      <div className={styles.type}>
        <span className={styles.label}>Type</span>
        <Select
          label="Type"
          value={type}
          options={FORM_TYPES.map((each) => ({ value: each, label: TYPE_NAMES[each] }))}
          onChange={(chosen) => typed({ type: chosen })}
        />
      </div>
      <TemplatePicker place={templates} issuableType="issue" value={description} onReplace={write} />
      <div className={styles.description}>
        <label className={styles.label} htmlFor={descriptionId}>
          Description
        </label>
        <MarkdownField
          id={descriptionId}
          rows={8}
          disabled={sending}
          value={description}
          place={place}
          actsOn="issue"
          onChange={write}
        />
      </div>
      <Checkbox
        checked={confidential}
        hint="Only project members with at least the Reporter role, the author and assignees can view it."
        onChange={(value) => typed({ confidential: value })}
      >
        This issue is confidential
      </Checkbox>
      <div className={pageStyles.actions}>
        <Button disabled={sending} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" loading={sending} disabled={!canSend && !sending}>
          Create issue
        </Button>
      </div>
    </form>
  );
}
