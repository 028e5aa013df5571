import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { signInFrom, type ManagedRoute, type SiteRoute } from '@espalier/core/frame';
import {
  manageActions,
  manageSaga,
  pageAt,
  pageKey,
  selectDenied,
  selectIsOpen,
  selectManage,
  selectManagedStatus,
  selectMayManage,
} from '@espalier/core/manage';
import type { ManagedPage, PlaceNoun, PlacePage } from '@espalier/core/manage';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { withUploads } from '../ports/upload.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormPage } from './form-page.tsx';
import { ManagedList } from './managed-list.tsx';
import { NotYet } from './not-yet.tsx';
import { PlaceNav } from './place-nav.tsx';
import { VIEWS } from './views.ts';
import styles from './managed-page.module.css';

/** A page on which something of a group or project is managed, or one that is not there yet. */
export function ManagedPageView({ route }: { readonly route: ManagedRoute }) {
  const { kind, rest, groupPath } = route;
  const at = pageAt(kind, rest);
  return at === null ? <NotYet groupPath={groupPath} /> : <Managed at={at} route={route} />;
}

interface ManagedProps {
  readonly at: PlacePage;
  readonly route: ManagedRoute;
}

/** The pages of which these are parts, in the navigation. */
const PARENTS: Partial<Record<PlaceNoun, PlaceNoun>> = {
  milestone: 'milestones',
  iterations: 'cadences',
  iteration: 'cadences',
};

function Managed({ at: { noun, iid, form }, route: { kind, fullPath, groupPath } }: ManagedProps) {
  const page = useMemo(
    () => ({ noun, kind, fullPath, ...(iid !== undefined && { iid }) }),
    [noun, kind, fullPath, iid],
  );
  return (
    <Shell page={page} form={form ?? null}>
      <Breadcrumbs groupPath={groupPath} {...(kind === 'project' && { projectPath: fullPath })} />
      <PlaceNav kind={kind} fullPath={fullPath} current={PARENTS[noun] ?? noun} />
    </Shell>
  );
}

/** The same of the site. */
export function SitePageView({ route: { noun } }: { readonly route: SiteRoute }) {
  const page = useMemo(() => ({ noun, kind: 'site', fullPath: '' }) as const, [noun]);
  return (
    <Shell page={page} form={null}>
      {null}
    </Shell>
  );
}

interface ShellProps {
  readonly page: ManagedPage;
  readonly form: string | null;
  /** Where it is, above the heading. */
  readonly children: ReactNode;
}

function Shell({ page, form, children }: ShellProps) {
  const { noun, fullPath } = page;
  const view = VIEWS[noun];
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const location = useLocation();
  const known = useAppSelector(selectSessionStatus);
  const signedIn = useAppSelector(selectSignedIn);
  // Before it is opened the state is about another page.
  const isOpen = useAppSelector((state) => selectIsOpen(state, page));
  const { status, error } = useAppSelector(selectManagedStatus);
  const one = useAppSelector((state) =>
    isOpen && view.one !== undefined ? selectManage(state).entries[0] : undefined,
  );
  usePageTitle(
    [...(one === undefined ? [] : [view.nameOf(one)]), view.title, ...(fullPath === '' ? [] : [fullPath])].join(' · '),
  );
  const may = useAppSelector(selectMayManage);
  const denied = useAppSelector(selectDenied) === null ? null : (view.denied ?? null);
  useEffect(() => {
    watch('manage', (ports) => manageSaga({ ...ports, rest: withUploads(ports.rest) }));
    dispatch(manageActions.opened({ page }));
  }, [watch, dispatch, page]);

  // What is only a form, of the site, or only for who manages it, is for nobody who is not signed in.
  const isPrivate = view.only !== undefined || view.denied !== undefined || page.kind === 'site';
  if (isPrivate && known === 'ready' && !signedIn) return <Navigate to={signInFrom(location)} replace />;
  // BD-05.28: of the site's own pages nobody learns more who may not see them.
  if (isOpen && (status === 'missing' || (page.kind === 'site' && may === false))) return <Missing />;
  if (isOpen && denied !== null) {
    return (
      <EmptyState heading="h1" icon="lock" title={denied.title}>
        {denied.text}
      </EmptyState>
    );
  }
  const failure = status === 'failed' ? (error ?? '') : null;
  return (
    <div className={styles.page}>
      {children}
      {!isOpen ? null : view.one !== undefined ? (
        <view.one key={pageKey(page)} page={page} view={view} failure={failure} />
      ) : view.only === undefined ? (
        <ManagedList key={pageKey(page)} page={page} view={view} form={form} failure={failure} />
      ) : (
        <FormPage key={pageKey(page)} page={page} view={view} only={view.only} failure={failure} />
      )}
    </div>
  );
}
