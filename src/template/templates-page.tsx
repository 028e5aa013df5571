import { useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { signInFrom } from '@espalier/core/frame';
import type { ManagedRoute } from '@espalier/core/frame';
import {
  selectManagedStatus,
  selectManaging,
  TEMPLATE_TEXTS,
  templateActions,
  templateSaga,
} from '@espalier/core/template';
import type { ManagedTemplate, TemplatePlace } from '@espalier/core/template';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { PlaceNav } from '../manage/place-nav.tsx';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { TemplateDeletion } from './template-deletion.tsx';
import { FileDrop, ImportButton, TemplateFiles } from './template-files.tsx';
import { ReadTemplate, TemplateForm } from './template-form.tsx';
import styles from './templates-page.module.css';

/** The description templates of a group or project: list, create, edit, delete (IE-08.20, IE-08.21, IE-08.31 to IE-08.33). */
export function TemplatesPage({ route: { kind, fullPath, groupPath } }: { readonly route: ManagedRoute }) {
  usePageTitle(`Templates · ${fullPath}`);
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const location = useLocation();
  const place = useMemo(() => ({ kind, fullPath }), [kind, fullPath]);
  const known = useAppSelector(selectSessionStatus);
  const signedIn = useAppSelector(selectSignedIn);
  const status = useAppSelector(selectManagedStatus);
  useEffect(() => {
    if (!signedIn) return;
    watch('template', templateSaga);
    dispatch(templateActions.managed({ place }));
  }, [watch, dispatch, place, signedIn]);

  if (known === 'ready' && !signedIn) return <Navigate to={signInFrom(location)} replace />;
  if (status === 'missing') return <Missing />;
  if (status === 'denied') {
    return (
      <EmptyState heading="h1" icon="lock" title="You do not manage these templates">
        {TEMPLATE_TEXTS.denied}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <Breadcrumbs groupPath={groupPath} {...(kind === 'project' && { projectPath: fullPath })} />
      <PlaceNav kind={kind} fullPath={fullPath} groupPath={groupPath} current="templates" />
      {status === 'failed' ? (
        <Failure />
      ) : status === 'ready' ? (
        <Templates key={fullPath} place={place} />
      ) : (
        <SkeletonRows rows={3} label="Loading the templates" className={styles.row} />
      )}
    </div>
  );
}

function Failure() {
  const dispatch = useAppDispatch();
  return <LoadFailure text={TEMPLATE_TEXTS.reading} onRetry={() => dispatch(templateActions.retried())} />;
}

function Templates({ place }: { readonly place: TemplatePlace }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dispatch = useAppDispatch();
  const { templates, saved, edited, files } = useAppSelector(selectManaging);
  /** The name of the template that is read to be edited. */
  const [asked, setAsked] = useState<string | null>(null);
  // Once it is read its form is open.
  if (edited !== null && asked !== null) setAsked(null);
  const editing = edited !== null || asked !== null;
  const sending = files.some(({ status }) => status === 'sending');
  const busy = editing || sending;
  const [deleted, setDeleted] = useState<string | null>(null);
  const before = useRef(saved);
  // What was sent is done: its form goes, and with it the button that had the focus.
  useEffect(() => {
    if (before.current === saved) return;
    before.current = saved;
    setAsked(null);
    setDeleted(null);
    heading.current?.focus();
  }, [saved]);
  const close = () => {
    setAsked(null);
    dispatch(templateActions.formClosed());
    heading.current?.focus();
  };
  const create = (
    <Button
      look="primary"
      disabled={sending}
      onClick={() => dispatch(templateActions.formOpened({ was: null, before: { name: '', content: '' } }))}
    >
      New template
    </Button>
  );
  const actions = (
    <div className={styles.actions}>
      {create}
      <ImportButton place={place} sending={sending} />
    </div>
  );
  return (
    <FileDrop place={place} disabled={busy}>
      <div className={styles.top}>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          Description templates
        </h1>
        {!editing && templates.length > 0 && actions}
      </div>
      <p className={styles.note}>
        Descriptions of issues and epics can begin with these texts, here and in everything below. They are written in
        Markdown, and can be imported from files that end in .md.
      </p>
      {files.length > 0 && <TemplateFiles place={place} files={files} disabled={busy} />}
      {edited !== null ? (
        <TemplateForm place={place} edited={edited} onClose={close} />
      ) : (
        asked !== null && <ReadTemplate place={place} name={asked} />
      )}
      {templates.length > 0 ? (
        <ul className={styles.list} aria-label="Templates">
          {templates.map((template) => (
            <Row
              key={template.name}
              template={template}
              editing={busy}
              onEdit={() => setAsked(template.name)}
              onDelete={() => setDeleted(template.name)}
            />
          ))}
        </ul>
      ) : (
        !editing && (
          <EmptyState compact icon="pencil" title="There are no templates yet" actions={actions}>
            A template asks for what every report or plan should say.
          </EmptyState>
        )
      )}
      {deleted !== null && <TemplateDeletion place={place} name={deleted} onClose={() => setDeleted(null)} />}
    </FileDrop>
  );
}

interface RowProps {
  readonly template: ManagedTemplate;
  /** A form is open, whose text would be lost, or files are being sent. */
  readonly editing: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ template: { name, updatedAt }, editing, onEdit, onDelete }: RowProps) {
  return (
    <li className={styles.row}>
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
      <div className={styles.actions}>
        <Button size="small" disabled={editing} aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" disabled={editing} aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
