import { useState } from 'react';
import { noticeActions } from '@espalier/core/notice';
import { SEARCH_TEXTS } from '@espalier/core/work-item';
import { useAppDispatch } from '../store.ts';
import { Alert, ToastBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, PartFailure } from '../ui/empty-state.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { OptionList } from '../ui/option-list.tsx';
import { SkeletonBar, SkeletonRows, Spinner } from '../ui/progress.tsx';
import { Section, Specimen } from './specimen.tsx';
import styles from './gallery.module.css';

const nothing = () => undefined;

/** Messages of the product, and whatever opens above the page. */
export function Messages() {
  return (
    <>
      <Popups />
      <Section id="alerts" title="Alerts">
        {(['danger', 'warning', 'info'] as const).map((tone) => (
          <Specimen key={tone} state={tone} wide>
            <Alert tone={tone} live={false}>
              Something happened that concerns you.
            </Alert>
          </Specimen>
        ))}
        <Specimen state="With detail, action and a way out" wide>
          <Alert
            tone="danger"
            live={false}
            detail="The server’s own words."
            onDismiss={nothing}
            actions={<Button size="small">Try again</Button>}
          >
            Something went wrong while fetching child epics.
          </Alert>
        </Specimen>
        <Specimen state="A part that could not be loaded" wide>
          <PartFailure what="The menu" onRetry={nothing} />
        </Specimen>
      </Section>
      <Toasts />
      <Section id="empty" title="Empty and loading">
        <Specimen state="Empty, with a way on" wide>
          <EmptyState icon="epic" title="No child items" compact actions={<Button look="primary">New epic</Button>}>
            Break this epic down.
          </EmptyState>
        </Specimen>
        <Specimen state="Loading rows" wide>
          <SkeletonRows rows={3} label="Loading" />
        </Specimen>
        <Specimen state="Loading a text">
          <SkeletonBar width="12rem" />
        </Specimen>
        <Specimen state="Busy">
          <Spinner />
        </Specimen>
      </Section>
    </>
  );
}

function Toasts() {
  const dispatch = useAppDispatch();
  const raise = (action: boolean) =>
    dispatch(
      noticeActions.raised({
        kind: 'toast',
        text: 'Child removed',
        ...(action && { action: { label: 'Undo', event: noticeActions.raised({ kind: 'toast', text: 'Undone' }) } }),
      }),
    );
  return (
    <Section id="toasts" title="Toasts">
      <Specimen state="Short">
        <ToastBox text="Child removed" action={null} onClose={nothing} />
      </Specimen>
      <Specimen state="With an action">
        <ToastBox text="Child removed" action={{ label: 'Undo', onPress: nothing }} onClose={nothing} />
      </Specimen>
      <Specimen state="Real ones, bottom left">
        <Button onClick={() => raise(false)}>Show a toast</Button>
        <Button onClick={() => raise(true)}>Show a toast with Undo</Button>
      </Specimen>
    </Section>
  );
}

const OPTIONS = [
  { key: 'author', title: 'Author' },
  { key: 'label', title: 'Label' },
  { key: 'milestone', title: 'Milestone' },
];

function Popups() {
  const [open, setOpen] = useState<'dialog' | 'alertdialog' | null>(null);
  return (
    <Section id="popups" title="Menus and dialogs">
      <Specimen state="Menu">
        <MenuButton
          label="Actions"
          entries={[
            { key: 'new', label: 'New epic', icon: 'plus', keys: 'n' },
            { key: 'hint', label: 'With a hint', hint: 'A second line' },
            { key: 'off', label: 'Not now', disabled: true },
            { key: 'delete', label: 'Delete epic', icon: 'remove', danger: true, separated: true },
          ]}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen state="Menu without entries">
        <MenuButton
          label="Recent searches"
          icon="history"
          iconOnly
          entries={[]}
          nothing={SEARCH_TEXTS.noRecent}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen state="Dialogs">
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('alertdialog')}>Ask a question</Button>
      </Specimen>
      <Specimen state="Tooltip">
        <span data-tooltip="Explains what it is asked about." tabIndex={0}>
          Point here
        </span>
      </Specimen>
      <Specimen state="Options below a field, one marked" wide>
        <div className={styles.still}>
          <OptionList id="gallery-options" label="Filters" options={OPTIONS} active={1} onPick={nothing}>
            {({ title }) => title}
          </OptionList>
        </div>
      </Specimen>
      <Specimen state="Nothing found" wide>
        <div className={styles.still}>
          <OptionList
            id="gallery-no-options"
            label="No filters"
            options={[] as typeof OPTIONS}
            active={-1}
            onPick={nothing}
            nothing="No filter found"
          >
            {({ title }) => title}
          </OptionList>
        </div>
      </Specimen>
      {open !== null && (
        <Dialog
          title={open === 'dialog' ? 'A dialog' : 'A question'}
          kind={open}
          onClose={() => setOpen(null)}
          actions={
            <>
              <Button onClick={() => setOpen(null)}>Cancel</Button>
              <Button look={open === 'dialog' ? 'primary' : 'danger'} onClick={() => setOpen(null)}>
                Go on
              </Button>
            </>
          }
        >
          <p>It keeps the focus until it is closed.</p>
        </Dialog>
      )}
    </Section>
  );
}
