import { useEffect, useRef, useState } from 'react';
import { manageActions, selectManage, type ManagedPage } from '@espalier/core/manage';
import { chosenFile } from '../ports/upload.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import styles from './managed-page.module.css';

interface PictureProps {
  readonly page: ManagedPage;
  readonly id: string;
  readonly name: string;
  readonly src: string | null;
  /** What is typed beside it would be lost. */
  readonly disabled: boolean;
}

const MAX_BYTES = 200 * 1024;
const HINT = 'PNG, JPEG, GIF, WebP or ICO, at most 200 KiB.';

interface Chosen {
  readonly preview: string | null;
  readonly fault: string | null;
}

/** AP-09.67: shows a picture, the one that was chosen before it is saved, and takes it away. */
export function PictureField({ page, id, name, src, disabled }: PictureProps) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManage);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => chosenFile.set(null), []);
  const sending = form.status === 'sending';
  const submit = (what: string) => dispatch(manageActions.submitted({ page, what, id, draft: {} }));
  const clear = () => {
    chosenFile.set(null);
    setChosen(null);
    choose.current?.focus();
  };
  const take = (file: File) => {
    chosenFile.set(file);
    if (file.size > MAX_BYTES) {
      setChosen({ preview: null, fault: 'The picture is too big (at most 200 KiB).' });
      return;
    }
    // The page's policy shows no blob: addresses.
    const reader = new FileReader();
    reader.onload = () => {
      if (chosenFile.get() === file) setChosen({ preview: String(reader.result), fault: null });
    };
    reader.onerror = () => setChosen({ preview: null, fault: 'The picture cannot be read.' });
    reader.readAsDataURL(file);
  };
  const preview = chosen?.preview ?? null;
  return (
    <div className={styles.picture} role="group" aria-label="Picture">
      <Avatar name={name} src={preview ?? src} large alt={preview === null ? 'Picture' : 'Preview'} />
      <div className={styles.about}>
        <div className={styles.actions}>
          <Button ref={choose} disabled={disabled || sending} onClick={() => input.current?.click()}>
            Choose picture…
          </Button>
          {preview !== null && (
            <Button look="primary" loading={form.what === 'picture' && sending} onClick={() => submit('picture')}>
              Save picture
            </Button>
          )}
          {chosen !== null && (
            <Button disabled={sending} onClick={clear}>
              Discard
            </Button>
          )}
          {chosen === null && src !== null && (
            <Button disabled={disabled || sending} onClick={() => submit('noPicture')}>
              Remove picture
            </Button>
          )}
        </div>
        <span className={fieldStyles.hint}>{HINT}</span>
        {chosen !== null && chosen.fault !== null && (
          <span className={fieldStyles.error} role="alert">
            {chosen.fault}
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/x-icon"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen once more.
          target.value = '';
          if (file !== undefined) take(file);
        }}
      />
    </div>
  );
}
