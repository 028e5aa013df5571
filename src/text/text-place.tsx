import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { isTextOpen } from '@espalier/core/text';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { PartFailure, PopupFailure } from '../ui/empty-state.tsx';
import { preload, useLazy } from '../ui/use-lazy.ts';
import layout from '../ui/detail-page.module.css';

const loadForm = () => import('./text-form.tsx');

type FormCode = Awaited<ReturnType<typeof loadForm>>;

/** Does something with the form's code, which comes when a person first wants it; then whether that is waited for, and what is told where it does not come. */
export function useWithForm() {
  const watch = useWatch();
  const [wanted, setWanted] = useState<{ readonly act: (form: FormCode) => void } | null>(null);
  const { module, failed, retry } = useLazy(loadForm, wanted !== null);
  useEffect(() => {
    if (wanted === null || module === null) return;
    module.watchText(watch);
    wanted.act(module);
    setWanted(null);
  }, [wanted, module, watch]);
  const withForm = (act: (form: FormCode) => void) => setWanted({ act });
  const failure = failed && <PopupFailure what="The form" onRetry={retry} onClose={() => setWanted(null)} />;
  return [withForm, wanted !== null && !failed, failure] as const;
}

interface EditTextProps {
  readonly id: string;
  /** Instead of the button of a header. */
  readonly children?: ReactNode;
}

/** IE-01.40: opens the form. */
export function EditText({ id, children }: EditTextProps) {
  const dispatch = useAppDispatch();
  const [withForm, waiting, failure] = useWithForm();
  const open = () => withForm(({ openText }) => dispatch(openText({ id })));
  const press = { loading: waiting, onClick: open, onPointerEnter: () => preload(loadForm) };
  return (
    <>
      {failure}
      {children === undefined ? (
        <Button icon="pencil" aria-label="Edit title and description" data-command="edit text" {...press}>
          Edit
        </Button>
      ) : (
        <Button look="quiet" size="small" {...press}>
          {children}
        </Button>
      )}
    </>
  );
}

interface TextPlaceProps {
  readonly id: string;
  readonly mayEdit: boolean;
  /** The description; false: there is none. */
  readonly children: ReactNode;
}

/** The description, or the form for it and the title (IE-02.60). */
export function TextPlace({ id, mayEdit, children }: TextPlaceProps) {
  const isOpen = useAppSelector((state) => isTextOpen(state, id));
  const { module, failed, retry } = useLazy(loadForm, isOpen);
  if (isOpen) {
    if (failed) return <PartFailure what="The form" onRetry={retry} />;
    if (module !== null) return <module.TextForm id={id} />;
  }
  if (children !== false) return children;
  if (mayEdit)
    return (
      <div>
        <EditText id={id}>Add a description</EditText>
      </div>
    );
  return <p className={layout.edited}>Description: None</p>;
}
