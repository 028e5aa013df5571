import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { epicActions } from '@espalier/core/epic';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '@espalier/core/frame';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch } from '../store.ts';
import { SkeletonRows } from '../ui/progress.tsx';
import { NewEpicForm } from './new-epic-form.tsx';
import styles from '../text/new-form.module.css';

interface NewEpicPageProps {
  readonly route: { readonly groupPath: string };
}

/** `…/-/epics/new`, for viewers who may create epics in the group; for everyone else the page does not exist. */
export function NewEpicPage({ route: { groupPath } }: NewEpicPageProps) {
  const mayCreate = useMayCreateEpic(groupPath);
  if (mayCreate === null) return <SkeletonRows rows={3} label="Loading" />;
  return mayCreate ? <NewEpic groupPath={groupPath} /> : <Missing />;
}

/** The same form as the dialog of the epic page, on a page of its own. */
function NewEpic({ groupPath }: { readonly groupPath: string }) {
  usePageTitle('New epic');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    dispatch(epicActions.newEpicOpened({ groupPath }));
    return () => void dispatch(epicActions.newEpicClosed({ left: true }));
  }, [dispatch, groupPath]);
  const cancel = () => {
    dispatch(epicActions.newEpicClosed());
    void navigate(paths.epics(groupPath));
  };
  return (
    <div className={styles.narrow}>
      <Breadcrumbs groupPath={groupPath} epics />
      <h1 className={styles.title}>New epic</h1>
      <NewEpicForm onCancel={cancel} />
    </div>
  );
}
