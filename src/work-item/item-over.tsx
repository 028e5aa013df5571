import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ItemOver as Asked } from '@espalier/core/frame';
import { withOver } from '@espalier/core/frame';
import type { OverKind } from '@espalier/core/work-item';
import {
  selectItemPageParts,
  selectItemReading,
  selectOverKind,
  selectWorkItemModel,
  workItemActions,
  WORK_ITEM_TEXTS,
} from '@espalier/core/work-item';
import { LoadFailure } from '../frame/missing.tsx';
import { useTitleOver } from '../frame/page-title.ts';
import { LinksPlace } from '../link/places.tsx';
import { Notices } from '../notice/notices.tsx';
import { PlaceContext, useAppDispatch, useAppSelector } from '../store.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ItemDetail, ItemSkeleton } from './item-detail.tsx';
import { OPENED_OVER, useItemLinks } from './use-item-links.ts';
import { WorkItemTree } from './work-item-tree.tsx';
import dialog from '../ui/dialog-modal.module.css';
import styles from './item-over.module.css';

/** WI-14: an item over a page: as a modal, which the address names, or as a panel beside it, which goes along with the row that has the focus. */
export function ItemOver({ asked }: { readonly asked: Asked | null }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const as = useAppSelector(selectOverKind);
  const { projectPath = null, by = 'id', number = null } = asked ?? {};
  const address = useMemo(
    () => (number === null ? null : { projectPath, by, number, as: 'modal' as const }),
    [projectPath, by, number],
  );
  useItemLinks();

  const isAsked = useRef(false);
  useEffect(() => {
    if (address !== null) dispatch(workItemActions.overOpened(address));
    else if (isAsked.current) dispatch(workItemActions.overClosed());
    isAsked.current = address !== null;
  }, [dispatch, address]);
  // Another page begins without a panel.
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current !== pathname && !isAsked.current) dispatch(workItemActions.overClosed());
    page.current = pathname;
  }, [dispatch, pathname]);

  const close = useCallback(() => {
    if (address === null) dispatch(workItemActions.overClosed());
    // Back leads to the page as it was; where the modal came with the address there is nothing to go back to.
    else if ((location.state as unknown) === OPENED_OVER) void navigate(-1);
    else void navigate({ pathname, search: withOver(search, null) }, { replace: true });
  }, [address, dispatch, location.state, navigate, pathname, search]);

  // WI-14.6: what was deleted leaves the address as well.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && as === null && address !== null) close();
    wasOpen.current = as !== null;
  }, [address, as, close]);

  if (as === null) return null;
  return as === 'modal' ? (
    <ModalOverlay
      className={classes(dialog.overlay, styles.overlay)}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Modal className={classes(dialog.modal, styles.modal)}>
        <Dialog className={styles.dialog ?? ''} aria-label="Work item" data-front="">
          <Content as={as} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  ) : (
    <Panel onClose={close} />
  );
}

/** WI-14.5: Escape closes the panel from wherever the focus is, unless something there takes it. */
function Panel({ onClose }: { readonly onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const travelling = panel.current?.closest('[hidden]') != null;
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !travelling) onClose();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onClose]);
  // What had the focus goes with the panel: the row gets it back, before the elements are removed.
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>('main [data-row][tabindex="0"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section ref={panel} className={styles.panel} aria-label="Peek" data-front="" data-peek="">
      <Content as="panel" onClose={onClose} />
    </section>
  );
}

function Content({ as, onClose }: { readonly as: OverKind; readonly onClose: () => void }) {
  const dispatch = useAppDispatch();
  const { status, error, id } = useAppSelector((state) => selectItemReading(state, 'over'));
  const item = useAppSelector((state) => selectWorkItemModel(state, id));
  const { page, children } = useAppSelector((state) => selectItemPageParts(state, id));
  const missing = status === 'missing' || !page;
  return (
    <PlaceContext value="over">
      <Notices scope="page" />
      {as === 'modal' && (
        <Title title={missing ? WORK_ITEM_TEXTS.missingPageTitle : (item?.pageTitle ?? 'Work item')} />
      )}
      <div className={styles.bar}>
        {item !== null && (
          <Link className={buttonClass('quiet', 'small')} to={item.webPath}>
            <Icon name="external-link" /> Open page
          </Link>
        )}
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </div>
      {missing ? (
        <EmptyState heading="h1" icon="search" title={WORK_ITEM_TEXTS.missingTitle}>
          {WORK_ITEM_TEXTS.missing}
        </EmptyState>
      ) : item !== null ? (
        <ItemDetail item={item} place="over" narrow={as === 'panel'}>
          {children !== null && <WorkItemTree key={item.id} texts={children} />}
          <LinksPlace of="item" id={item.id} afterTree={children !== null} />
        </ItemDetail>
      ) : status === 'failed' ? (
        <LoadFailure text={error} onRetry={() => dispatch(workItemActions.overRetried())} />
      ) : (
        <ItemSkeleton narrow={as === 'panel'} />
      )}
    </PlaceContext>
  );
}

function Title({ title }: { readonly title: string }) {
  useTitleOver(title);
  return null;
}
