import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { epicActions } from '@espalier/core/epic';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '../frame/route.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch } from '../store.ts';
import styles from './epic-list.module.css';
import { NewEpicForm } from './new-epic-form.tsx';

/** `…/-/epics/new`: the same form as the dialog of the epic page, on a page of its own. */
export function NewEpicPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  usePageTitle('New epic');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    dispatch(epicActions.newEpicOpened({ groupPath }));
    return () => void dispatch(epicActions.newEpicClosed());
  }, [dispatch, groupPath]);
  return (
    <div className={styles.narrow}>
      <Breadcrumbs groupPath={groupPath} rest={[{ to: paths.epics(groupPath), label: 'Epics' }]} />
      <h1 className={styles.title}>New epic</h1>
      <NewEpicForm onCancel={() => void navigate(paths.epics(groupPath))} />
    </div>
  );
}
