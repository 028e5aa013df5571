import type { PreferencesEntry } from '@espalier/core/manage';
import { paths } from '@espalier/core/frame';
import { Checkbox, Select } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { Link } from '../ui/link.tsx';
import { nounView, type FieldsProps } from './noun-view.ts';
import styles from './managed-page.module.css';

const DAYS = [
  { value: '', label: 'System default' },
  { value: '6', label: 'Saturday' },
  { value: '0', label: 'Sunday' },
  { value: '1', label: 'Monday' },
];
/** What the API takes and the form does not offer. */
const OTHER_DAYS: Readonly<Record<string, string>> = { 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday' };

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Auto: as the system has it' },
];

type Options = readonly { readonly value: string; readonly label: string }[];

const ZONES: Options = [
  { value: '', label: 'As the browser has it' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
];

/** The options, and what is chosen where it is none of them. */
const including = (options: Options, value: string, label = value): Options =>
  options.some((option) => option.value === value) ? options : [{ value, label }, ...options];

interface ChoiceProps extends Pick<FieldsProps, 'sending' | 'onType'> {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly options: Options;
}

function Choice({ field, label, value, options, sending, onType }: ChoiceProps) {
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{label}</span>
      <Select
        label={label}
        value={value}
        options={options}
        onChange={(chosen) => {
          if (!sending) onType({ [field]: chosen });
        }}
      />
    </div>
  );
}

/** AP-09.63 */
export const preferencesView = nounView<PreferencesEntry>({
  title: 'Preferences',
  only: 'edit',
  filters: () => ({}),
  blank: {},
  nameOf: () => 'preferences',
  draftOf: ({ timeZone, firstDay, theme, shortcuts }) => ({ timeZone, firstDay, theme, shortcuts }),
  facts: () => (
    <p className={styles.facts}>
      <span>These hold wherever you are signed in.</span>
      <Link to={paths.profile}>Profile</Link>
    </p>
  ),
  actions: () => [],
  fields({ draft, sending, onType }) {
    const { timeZone = '', firstDay = '', theme = '', shortcuts } = draft;
    const common = { sending, onType };
    return (
      <>
        <Choice field="timeZone" label="Time zone" value={timeZone} options={including(ZONES, timeZone)} {...common} />
        <Choice
          field="firstDay"
          label="First day of the week"
          value={firstDay}
          options={including(DAYS, firstDay, OTHER_DAYS[firstDay])}
          {...common}
        />
        <Choice
          field="theme"
          label="Theme"
          value={theme}
          options={including(THEMES, theme, 'As chosen in each browser')}
          {...common}
        />
        <Checkbox checked={shortcuts === 'true'} onChange={(on) => onType({ shortcuts: String(on) })}>
          Single keys are shortcuts
        </Checkbox>
      </>
    );
  },
});
