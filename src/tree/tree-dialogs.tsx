import { selectRemovalModel, selectTreeForm } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PartFailure } from '../ui/empty-state.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './tree-view.module.css';

/** TR-13: asks before a child is taken out of its parent. */
export function TreeDialogs() {
  const dispatch = useAppDispatch();
  const removal = usePlaceSelector(selectRemovalModel);
  if (removal === null) return null;
  const cancel = () => dispatch(treeActions.removeCancelled());
  return (
    <Dialog
      title={removal.title}
      kind="alertdialog"
      onClose={cancel}
      actions={
        <>
          <Button autoFocus onClick={cancel}>
            {removal.cancel}
          </Button>
          <Button look="danger" onClick={() => dispatch(treeActions.removeConfirmed())}>
            {removal.confirm}
          </Button>
        </>
      }
    >
      <p>{removal.text}</p>
    </Dialog>
  );
}

const loadForms = () => import('./forms/tree-form.tsx');

/** Where the one open form of the tree stands (TR-12); its code comes with the first form that is opened. */
export function TreeFormArea() {
  const dispatch = useAppDispatch();
  const form = usePlaceSelector(selectTreeForm);
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
