import { useId } from 'react';
import type { CSSProperties } from 'react';
import { isColorOption } from '@espalier/core/work-item';
import styles from './color-picker.module.css';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';

interface ColorOption {
  /** `#1068bf` */
  readonly color: string;
  readonly title: string;
}

interface ColorPickerProps {
  readonly label: string;
  readonly suggested: readonly ColorOption[];
  /** What stands in the field, a colour or the beginning of one. */
  readonly value: string;
  /** The color that applies while the field is empty (BD-11.6: a color without a title counts as none). */
  readonly defaultColor?: ColorOption | null;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null;
  readonly error?: string | null;
  readonly disabled?: boolean;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Suggested colours as radio buttons with their names, and a field for any other. Its owner says which texts are colours. */
export function ColorPicker(props: ColorPickerProps) {
  const { label, suggested, value, defaultColor, onChange, hint, error, disabled = false } = props;
  const name = useId();
  const counts = value.trim() === '' && isColorOption(defaultColor) ? defaultColor.color : value;
  return (
    <fieldset className={styles.picker} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.swatches}>
        {suggested.map(({ color, title }) => (
          <label key={color} className={styles.option} data-tooltip={title}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              aria-label={title}
              checked={same(color, counts)}
              onChange={() => onChange(color)}
            />
            <span className={styles.swatch} style={{ '--swatch': color } as unknown as CSSProperties}>
              <Icon name="check" className={styles.check} small />
            </span>
          </label>
        ))}
      </div>
      <TextField
        label="Any other color"
        value={value}
        placeholder="#1068bf"
        hint={hint}
        error={error}
        spellCheck={false}
        autoComplete="off"
        onChange={onChange}
      />
    </fieldset>
  );
}
