import { useState } from 'react';
import { epicEdits } from '@espalier/core/epic';
import { selectColor, sidebarActions } from '@espalier/core/sidebar';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { ColorPicker } from '../ui/color-picker.tsx';
import { Failure, Loading, Widget } from './widget.tsx';
import styles from './sidebar.module.css';

/** EP-09: saved when the editor is closed, if it is another color; Escape closes without. */
export function ColorWidget() {
  const dispatch = useAppDispatch();
  const view = usePlaceSelector(selectColor);
  /** An empty field does not change the color: the current one stays, and the field stays empty. */
  const [emptied, setEmptied] = useState(false);
  if (view === null) return null;
  const { color, title, error, saving, canUpdate, editor } = view;
  const close = (discard: boolean) => dispatch(discard ? sidebarActions.colorEditorClosed() : epicEdits.colorChanged());
  const editing = canUpdate && {
    open: editor !== null,
    onOpen: () => {
      setEmptied(false);
      dispatch(sidebarActions.colorEditorOpened());
    },
    onClose: () => close(false),
    onDiscard: () => close(true),
  };
  return (
    <Widget title="Color" editor={editing || null}>
      {error !== null ? (
        <Failure text={error} part="color" />
      ) : color === null ? (
        <Loading />
      ) : (
        <span className={styles.value} aria-busy={saving || undefined}>
          <span className={styles.swatch} style={{ background: color }} /> {title}
        </span>
      )}
      {editor !== null && (
        <form
          className={styles.editor}
          onSubmit={(event) => {
            event.preventDefault();
            if (editor.error === null) close(false);
          }}
        >
          <ColorPicker
            label="Choose a color"
            suggested={editor.suggested}
            value={emptied ? '' : editor.text}
            error={editor.error}
            onChange={(picked) => {
              setEmptied(picked === '');
              dispatch(sidebarActions.colorPicked({ color: picked }));
            }}
          />
          {/* Enter in the field closes the editor. */}
          <button type="submit" hidden />
        </form>
      )}
    </Widget>
  );
}
