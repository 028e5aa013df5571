import { selectTreeForm } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { PartFailure } from '../ui/part-failure.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './tree-form-area.module.css';

const loadForms = () => import('./forms/index.ts');

/** Where the one open form of the tree stands (TR-12); its code comes with the first form that is opened. */
export function TreeFormArea() {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectTreeForm);
  const { module, failed, retry } = useLazy(loadForms, form !== null);

  if (form === null) return null;
  if (failed) {
    return (
      <div className={styles.area}>
        <PartFailure what="The form" onRetry={retry} onClose={() => dispatch(treeActions.formClosed())} />
      </div>
    );
  }
  return (
    <div className={styles.area}>
      {module === null ? <SkeletonBar width="100%" height="6rem" /> : <module.TreeFormView form={form} />}
    </div>
  );
}
