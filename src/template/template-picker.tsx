import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  chooseTemplate,
  closeWarning,
  isMarkdownFile,
  matchingTemplates,
  NO_SELECTION,
  NO_TEMPLATE,
  overrideText,
  resetTemplate,
  selectContent,
  selectContentFailed,
  selectNamesFailed,
  selectTemplates,
  TEMPLATE_TEXTS,
  templateActions,
  templateFailure,
  templateSaga,
} from '@espalier/core/template';
import type { OfferedTemplate, TemplateDecision, TemplatePlace } from '@espalier/core/template';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';

interface PickerProps {
  readonly place: TemplatePlace;
  /** What the form is about, as in "Error updating issue". */
  readonly issuableType: string;
  /** The form's description now. */
  readonly value: string;
  readonly onReplace: (text: string) => void;
}

interface TemplatePickerProps extends PickerProps {
  /** Of a form that has a file name. */
  readonly fileName?: string;
}

/** The dropdown of description templates in a form (IE-08.1 to IE-08.10). Nothing stands there where no template is offered. */
export function TemplatePicker({ fileName, ...picker }: TemplatePickerProps) {
  if (fileName !== undefined && !isMarkdownFile(fileName)) return null;
  const { kind, fullPath } = picker.place;
  return <Picker key={`${kind} ${fullPath}`} {...picker} />;
}

const NONE = 'none';
const RESET = 'reset';

function Picker({ place: { kind, fullPath }, issuableType, value, onReplace }: PickerProps) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const place = useMemo(() => ({ kind, fullPath }), [kind, fullPath]);
  const categories = useAppSelector((state) => selectTemplates(state, place));
  const namesFailed = useAppSelector((state) => selectNamesFailed(state, place));
  const [selection, setSelection] = useState(NO_SELECTION);
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState<OfferedTemplate | null>(null);
  const chosen = wanted && { place, template: wanted };
  const content = useAppSelector((state) => chosen && selectContent(state, chosen));
  const contentFailed = useAppSelector((state) => chosen !== null && selectContentFailed(state, chosen));

  useEffect(() => {
    watch('template', templateSaga);
    dispatch(templateActions.opened({ place }));
  }, [watch, dispatch, place]);

  const take = useCallback(
    ({ selection: next, text }: TemplateDecision) => {
      setSelection(next);
      if (text !== null) onReplace(text);
    },
    [onReplace],
  );
  // The text of the moment counts at which the content is there, not the one at which it was asked for.
  useEffect(() => {
    if (wanted === null || content === null) return;
    setWanted(null);
    take(chooseTemplate(selection, { template: wanted, content }, value));
  }, [wanted, content, selection, value, take]);

  const failure = (
    <Alert
      tone="danger"
      actions={
        <Button size="small" icon="retry" onClick={() => dispatch(templateActions.retried())}>
          Try again
        </Button>
      }
      {...(wanted !== null && { onDismiss: () => setWanted(null) })}
    >
      {templateFailure(issuableType)}
    </Alert>
  );
  if (categories.length === 0) return namesFailed ? failure : null;

  const { applied, warned } = selection;
  const { template: last } = warned ?? applied ?? { template: undefined };
  const shown = wanted ?? last ?? null;
  const ways = [
    { id: NONE, label: 'No template' },
    ...(applied === null ? [] : [{ id: RESET, label: 'Reset template' }]),
  ];
  const sections = [
    ...matchingTemplates(categories, search).map(({ title, templates }) => ({
      key: title,
      label: title,
      options: templates.map((template) => ({ id: idOf(template), label: template.name })),
    })),
    ...(search.trim() === '' ? [{ key: 'ways', label: 'Without a template', options: ways }] : []),
  ];
  const choose = (id: string) => {
    if (id === NONE) return take(chooseTemplate(selection, NO_TEMPLATE, value));
    if (id === RESET) return take(resetTemplate(selection, value));
    const template = categories.flatMap(({ templates }) => templates).find((each) => idOf(each) === id);
    if (template === undefined) return;
    setWanted(template);
    dispatch(templateActions.chosen({ place, template }));
  };
  return (
    <>
      <Combobox
        label="Template"
        placeholder="Choose a template"
        sections={sections}
        selected={shown === null ? (last === null ? NONE : null) : idOf(shown)}
        text={shown?.name ?? ''}
        loading={wanted !== null && !contentFailed}
        empty="No matches found"
        onSearch={setSearch}
        onChoose={choose}
      />
      {contentFailed && failure}
      {warned !== null && (
        <Alert
          tone="warning"
          onDismiss={() => setSelection(closeWarning(selection))}
          actions={
            <Button size="small" onClick={() => take(overrideText(selection))}>
              Apply template
            </Button>
          }
        >
          {TEMPLATE_TEXTS.warning}
        </Alert>
      )}
    </>
  );
}

const idOf = ({ name, projectId, groupId }: OfferedTemplate): string => `${projectId ?? ''} ${groupId ?? ''} ${name}`;
