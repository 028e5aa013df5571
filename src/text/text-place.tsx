import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { isTextOpen } from '@espalier/core/text';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { PartFailure } from '../ui/empty-state.tsx';
import { preload, useLazy } from '../ui/use-lazy.ts';
import layout from '../ui/detail-page.module.css';

const loadForm = () => import('./text-form.tsx');

const EDIT = 'Edit title and description';

interface EditTextProps {
  readonly id: string;
  /** Instead of a pencil. */
  readonly children?: ReactNode;
}

/** IE-01.40: opens the form, whose code comes with the first press. */
export function EditText({ id, children }: EditTextProps) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const [wanted, setWanted] = useState(false);
  const { module, failed } = useLazy(loadForm, wanted);
  useEffect(() => {
    if (!wanted || module === null) return;
    module.openText(watch, dispatch, id);
    setWanted(false);
  }, [wanted, module, watch, dispatch, id]);
  const press = { loading: wanted && !failed, onClick: () => setWanted(true), onPointerEnter: () => preload(loadForm) };
  return children === undefined ? (
    <IconButton icon="pencil" label={EDIT} data-command="edit text" {...press} />
  ) : (
    <Button look="quiet" size="small" {...press}>
      {children}
    </Button>
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
  if (isOpen && failed) return <PartFailure what="The form" onRetry={retry} />;
  if (isOpen && module !== null) return <module.TextForm id={id} />;
  if (children !== false) return children;
  if (mayEdit) return <EditText id={id}>Add a description</EditText>;
  return <p className={layout.edited}>Description: None</p>;
}
