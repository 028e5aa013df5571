import { epicActions, selectNewEpic } from '@espalier/core/epic';
import { SIDEBAR_TEXTS, SUGGESTED_COLORS } from '@espalier/core/sidebar';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { ColorPicker } from '../ui/color-picker.tsx';
import styles from './new-epic-form.module.css';

/** EP-09.31: there is no epic yet, so what is chosen is only kept, and sent with the form. */
export function NewEpicColor() {
  const dispatch = useAppDispatch();
  const { color, colorValid, sending } = useAppSelector(selectNewEpic);
  return (
    <div className={styles.color}>
      <span aria-hidden>Color</span>
      <ColorPicker
        label="Color"
        suggested={SUGGESTED_COLORS}
        defaultColor={SUGGESTED_COLORS[0]}
        value={color}
        error={colorValid ? null : SIDEBAR_TEXTS.invalidColor}
        disabled={sending}
        onChange={(picked) => dispatch(epicActions.newEpicColorPicked({ color: picked }))}
      />
    </div>
  );
}
