import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useLocation, useNavigate } from 'react-router-dom';
import { epicReference, withOver } from '@espalier/core/frame';
import type { OverKind } from '@espalier/core/work-item';
import {
  isEpicOver,
  selectItemPageParts,
  selectItemReading,
  selectOverKind,
  selectWorkItemModel,
  workItemActions,
  WORK_ITEM_TEXTS,
} from '@espalier/core/work-item';
import { LoadFailure } from '../frame/missing.tsx';
import { LinksPlace } from '../link/places.tsx';
import { Notices } from '../notice/notices.tsx';
import { PlaceContext, useAppDispatch, useAppSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { PartFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { ItemDetail, ItemSkeleton } from './item-detail.tsx';
import { MissingOver, OverBar, OverTitle } from './over-parts.tsx';
import { OPENED_OVER, useItemLinks } from './use-item-links.ts';
import { useOver } from './use-over.ts';
import type { Over } from './use-over.ts';
import { WorkItemTree } from './work-item-tree.tsx';
import dialog from '../ui/dialog-modal.module.css';
import styles from './item-over.module.css';

/** WI-14: an item or an epic over a page: as a modal, which the address names, or as a panel beside it, which goes along with the row that has the focus. */
export function ItemOver({ asked }: { readonly asked: Over | null }) {
  const { open, close: closeIt } = useOver();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const as = useAppSelector(selectOverKind);
  const isEpic = useAppSelector(isEpicOver);
  const address = useSame(asked);
  useItemLinks();

  const isAsked = useRef(false);
  useEffect(() => {
    if (address !== null) open(address, 'modal');
    else if (isAsked.current) closeIt();
    isAsked.current = address !== null;
  }, [address, closeIt, open]);
  // Another page begins without a panel.
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current !== pathname && !isAsked.current) closeIt();
    page.current = pathname;
  }, [closeIt, pathname]);

  const close = useCallback(() => {
    if (address === null) closeIt();
    // Back leads to the page as it was; where the modal came with the address there is nothing to go back to.
    else if ((location.state as unknown) === OPENED_OVER) void navigate(-1);
    else void navigate({ pathname, search: withOver(search, null) }, { replace: true });
  }, [address, closeIt, location.state, navigate, pathname, search]);

  // WI-14.14: the same entry of the history, also for what Close goes back to.
  const epic = useAppSelector((state) => selectItemReading(state, 'over').epic);
  const { state } = location;
  useEffect(() => {
    if (epic === undefined) return;
    if (address === null) open(epic, 'panel');
    else void navigate({ pathname, search: withOver(search, epicReference(epic)) }, { replace: true, state });
  }, [address, epic, navigate, open, pathname, search, state]);

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
      shouldCloseOnInteractOutside={() => !isSecondClick()}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Modal className={classes(dialog.modal, styles.modal)}>
        <Dialog className={styles.dialog ?? ''} aria-label={isEpic ? 'Epic' : 'Work item'} data-front="">
          <Content isEpic={isEpic} as={as} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  ) : (
    <Panel isEpic={isEpic} onClose={close} />
  );
}

/** WI-14.5: Escape closes the panel from wherever the focus is, unless something there takes it. */
function Panel({ isEpic, onClose }: Omit<ContentProps, 'as'>) {
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
      <Content isEpic={isEpic} as="panel" onClose={onClose} />
    </section>
  );
}

interface ContentProps {
  readonly isEpic: boolean;
  readonly as: OverKind;
  readonly onClose: () => void;
}

function Content({ isEpic, ...shown }: ContentProps) {
  return (
    <PlaceContext value="over">
      <Notices scope="page" />
      {isEpic ? <EpicPlace {...shown} /> : <Item {...shown} />}
    </PlaceContext>
  );
}

const loadEpic = () => import('../epic/epic-over.tsx');

/** Where an epic stands, whose code comes with the first one. */
function EpicPlace(shown: Omit<ContentProps, 'isEpic'>) {
  const { module, failed, retry } = useLazy(loadEpic, true);
  if (module !== null) return <module.EpicOver {...shown} />;
  return (
    <>
      <OverBar page={null} onClose={shown.onClose} />
      {failed ? (
        <PartFailure what="The epic" onRetry={retry} />
      ) : (
        <ItemSkeleton of="epic" narrow={shown.as === 'panel'} />
      )}
    </>
  );
}

function Item({ as, onClose }: Omit<ContentProps, 'isEpic'>) {
  const dispatch = useAppDispatch();
  const { status, error, id } = useAppSelector((state) => selectItemReading(state, 'over'));
  const item = useAppSelector((state) => selectWorkItemModel(state, id));
  const { page, children } = useAppSelector((state) => selectItemPageParts(state, id));
  const missing = status === 'missing' || !page;
  return (
    <>
      {as === 'modal' && (
        <OverTitle title={missing ? WORK_ITEM_TEXTS.missingPageTitle : (item?.pageTitle ?? 'Work item')} />
      )}
      <OverBar page={item?.webPath ?? null} onClose={onClose} />
      {missing ? (
        <MissingOver title={WORK_ITEM_TEXTS.missingTitle} text={WORK_ITEM_TEXTS.missing} />
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
    </>
  );
}

/** What a person opens by two clicks is not closed by the second one. */
const isSecondClick = (): boolean => window.event instanceof MouseEvent && window.event.detail > 1;

/** The same object while an address says the same. */
function useSame(asked: Over | null): Over | null {
  const text = JSON.stringify(asked);
  return useMemo(() => JSON.parse(text) as Over | null, [text]);
}
