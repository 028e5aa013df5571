import { epicActions, selectEpicDeletion, selectNewEpic } from '@espalier/core/epic';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { PopupFailure } from '../ui/part-failure.tsx';
import { useLazy } from '../ui/use-lazy.ts';

const loadDialogs = () => import('./epic-dialogs.tsx');

/** Where the dialogs of the epic page open: their code is fetched with the first of them. */
export function DialogsPlace({ load = loadDialogs }: { readonly load?: typeof loadDialogs }) {
  const dispatch = useAppDispatch();
  const creating = useAppSelector(selectNewEpic).open;
  const deleting = useAppSelector(selectEpicDeletion).open;
  const { module, failed, retry } = useLazy(load, creating || deleting);
  if (!creating && !deleting) return null;
  if (failed) {
    const close = () => dispatch(creating ? epicActions.newEpicClosed() : epicActions.epicDeletionCancelled());
    return <PopupFailure what="The dialog" onRetry={retry} onClose={close} />;
  }
  return module === null ? null : <module.EpicDialogs />;
}
