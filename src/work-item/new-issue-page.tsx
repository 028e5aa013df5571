import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NewIssueRoute } from '@espalier/core/frame';
import { paths } from '@espalier/core/frame';
import { filledBy, FORM_TYPES, newIssueActions, selectNewIssue } from '@espalier/core/new-issue';
import type { NewIssueFields } from '@espalier/core/new-issue';
import { TYPE_NAMES } from '@espalier/core/work-item';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { submitsForm, TextFields } from '../text/text-fields.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useMayCreateIssue } from './use-may-create-issue.ts';
import styles from '../text/new-form.module.css';

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
    <div className={styles.narrow}>
      <Breadcrumbs groupPath={groupPath} projectPath={projectPath} />
      <h1 className={styles.title}>New issue</h1>
      {form !== null && <NewIssueForm form={form} groupPath={groupPath} projectPath={projectPath} />}
    </div>
  );
}

const TYPES = FORM_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }));

interface NewIssueFormProps extends Omit<NewIssueRoute, 'page'> {
  readonly form: NonNullable<ReturnType<typeof selectNewIssue>>;
}

function NewIssueForm({ form, groupPath, projectPath }: NewIssueFormProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { title, description, type, confidential, sending, error, titleError, canSend } = form;
  const place = useMemo(() => ({ itemId: 'issue', groupPath, projectPath }), [groupPath, projectPath]);
  const typed = useCallback((fields: Partial<NewIssueFields>) => dispatch(newIssueActions.typed(fields)), [dispatch]);
  const write = useCallback((text: string) => typed({ description: text }), [typed]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (canSend) dispatch(newIssueActions.submitted());
  };
  const cancel = () => {
    dispatch(newIssueActions.closed());
    void navigate(paths.issues({ kind: 'project', fullPath: projectPath }));
  };
  return (
    <form
      className={styles.form}
      aria-label="New issue"
      aria-busy={sending}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => submitsForm(event) && submit(event)}
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <TextFields
        isNew
        title={{ value: title, error: titleError, onChange: (text) => typed({ title: text }) }}
        types={TYPES}
        type={type}
        onType={(chosen) => typed({ type: chosen })}
        description={{ value: description, rows: 8, place, actsOn: 'issue', onChange: write }}
        issuableType="issue"
        sending={sending}
      />
      <Checkbox
        checked={confidential}
        hint="Only project members with at least the Reporter role, the author and assignees can view it."
        onChange={(value) => typed({ confidential: value })}
      >
        This issue is confidential
      </Checkbox>
      <div className={styles.actions}>
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
