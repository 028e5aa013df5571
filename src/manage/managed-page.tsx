import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { signInFrom, type ManagedRoute, type SiteRoute } from '@espalier/core/frame';
import { manageActions, manageSaga, pageKey, selectManagedStatus } from '@espalier/core/manage';
import type { ManagedPage } from '@espalier/core/manage';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { TemplatesPage } from '../template/templates-page.tsx';
import { FormPage } from './form-page.tsx';
import { ManagedList } from './managed-list.tsx';
import { PlaceNav } from './place-nav.tsx';
import { VIEWS } from './views.ts';
import styles from './managed-page.module.css';

/** A page on which something of a group or project is managed. */
export function ManagedPageView({ route }: { readonly route: ManagedRoute }) {
  const { noun } = route;
  return noun === 'templates' ? <TemplatesPage route={route} /> : <Managed route={{ ...route, noun }} />;
}

interface ManagedProps {
  readonly route: ManagedRoute & Pick<ManagedPage, 'noun'>;
}

function Managed({ route: { noun, kind, fullPath, groupPath } }: ManagedProps) {
  const page = useMemo(() => ({ noun, kind, fullPath }), [noun, kind, fullPath]);
  return (
    <Shell page={page}>
      <Breadcrumbs groupPath={groupPath} {...(kind === 'project' && { projectPath: fullPath })} />
      <PlaceNav kind={kind} fullPath={fullPath} groupPath={groupPath} current={noun} />
    </Shell>
  );
}

/** The same of the site. */
export function SitePageView({ route: { noun } }: { readonly route: SiteRoute }) {
  const page = useMemo(() => ({ noun, kind: 'site', fullPath: '' }) as const, [noun]);
  return <Shell page={page}>{null}</Shell>;
}

/** `children`: where it is, above the heading. */
function Shell({ page, children }: { readonly page: ManagedPage; readonly children: ReactNode }) {
  const { noun, fullPath } = page;
  const view = VIEWS[noun];
  usePageTitle(fullPath === '' ? view.title : `${view.title} · ${fullPath}`);
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const location = useLocation();
  const known = useAppSelector(selectSessionStatus);
  const signedIn = useAppSelector(selectSignedIn);
  const { status, error } = useAppSelector(selectManagedStatus);
  useEffect(() => {
    watch('manage', manageSaga);
    dispatch(manageActions.opened({ page }));
  }, [watch, dispatch, page]);

  // What is only a form, or of the site, is for nobody who is not signed in.
  const isPrivate = view.only !== undefined || page.kind === 'site';
  if (isPrivate && known === 'ready' && !signedIn) return <Navigate to={signInFrom(location)} replace />;
  if (status === 'missing') return <Missing />;
  const failure = status === 'failed' ? (error ?? '') : null;
  return (
    <div className={styles.page}>
      {children}
      {view.only === undefined ? (
        <ManagedList key={pageKey(page)} page={page} view={view} failure={failure} />
      ) : (
        <FormPage key={pageKey(page)} page={page} view={view} only={view.only} failure={failure} />
      )}
    </div>
  );
}
