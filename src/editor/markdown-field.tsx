import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEvent, CSSProperties, DragEvent, FormEvent, KeyboardEvent, RefObject } from 'react';
import {
  changeBetween,
  continued,
  EDITOR_TEXTS,
  editorSaga,
  isInCode,
  pasted,
  placeAfter,
  type Edited,
  type TextPlace,
} from '@espalier/core/editor';
import { useWatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { useLazy } from '../ui/use-lazy.ts';
import { aboutChoices, ChoiceCount, ChoiceList } from './choice-row.tsx';
import { MarkdownToolbar, toolOf, type Tool } from './markdown-toolbar.tsx';
import { MarkdownPreview } from './markdown-preview.tsx';
import { useMode, type Mode } from './use-mode.ts';
import { hostOf, useChoices } from './use-choices.ts';
import { usePreview } from './use-preview.ts';
import { edit, editedIn, tableIn, write, type Area } from './writing.ts';
import styles from './markdown-field.module.css';

export interface Selection {
  readonly start: number;
  readonly end: number;
}

export interface MarkdownFieldProps {
  /** Of the textarea, for the label of whoever shows it. */
  readonly id: string;
  /** Its name where no label stands for it. */
  readonly label?: string;
  readonly value: string;
  /** `selection` in UTF-16 units. */
  readonly onChange: (text: string, selection: Selection) => void;
  /** What the list of choices does not take comes here first; `preventDefault` keeps the field from doing more. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly rows?: number;
  readonly autoFocus?: boolean;
  /** It is being sent: it keeps the focus and takes nothing. */
  readonly disabled?: boolean;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly place: TextPlace;
  /** The item on which its quick actions are carried out, `epic` for one that is made with it: the preview tells them. */
  readonly actsOn?: string | undefined;
  /** It is the description of that item. */
  readonly edits?: boolean;
  /** Where a place in the text stands after a change from outside. Absent: it stays with what stands before it and behind it. */
  readonly placeIn?: (before: string, after: string, place: number) => number;
}

const loadRich = () => import('./rich/rich-field.tsx');

const MODES = [
  { key: 'source', title: 'Source' },
  { key: 'rich', title: 'Rich text' },
] as const;

/** Characters that fill the field however they stand in it. */
const LONG = 20_000;

/** IE-09.50: a field for Markdown: its source with a toolbar, or what the server makes of it. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { id, label, value, onChange, onKeyDown, rows = 3, autoFocus = false, disabled = false, place } = props;
  const area = useRef<Area>(null);
  const [told, setTold] = useState('');
  const watch = useWatch();
  useEffect(() => watch('editor', editorSaga), [watch]);
  const written = useSelection(area, props);
  const [host] = useState(() => hostOf(area));
  const choices = useChoices(host, place);
  const preview = usePreview({ ...props, id, value, place });
  const [mode, choose] = useMode();
  const rich = useLazy(loadRich, mode === 'rich');
  const [broken, setBroken] = useState(false);
  const isBroken = mode === 'rich' && (rich.failed || broken);
  const RichField = mode === 'rich' && !isBroken ? rich.module?.RichField : undefined;
  const [isReady, setReady] = useState(false);
  const isRich = RichField !== undefined && isReady;
  const isOpening = mode === 'rich' && !isBroken && !isRich;
  useGrowth(area, isRich ? null : value);
  // IE-09.92: one goes on behind what is there. Browsers begin before it.
  useEffect(() => {
    const end = area.current?.value.length ?? 0;
    if (autoFocus) area.current?.setSelectionRange(end, end);
  }, [autoFocus]);
  const source = useSource(value, isRich);
  const richTool = useRef<((tool: Tool) => void) | null>(null);

  const apply = ({ edit: change }: Tool) => {
    if (area.current !== null && !disabled) edit(area.current, change);
  };
  const changed = (event: FormEvent<Area>) => {
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
    written.current = { text, start, end };
    setTold('');
    if (!(event.nativeEvent as InputEvent).isComposing) choices.typed();
    onChange(text, { start, end });
  };
  /** IE-09.80: Escape stays with the source. */
  const stay = (event: KeyboardEvent) => {
    if (!isOpening || event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    switchTo('source');
  };
  const press = (event: KeyboardEvent<Area>) => {
    if (event.nativeEvent.isComposing) return;
    choices.press(event);
    stay(event);
    if (!event.defaultPrevented) onKeyDown?.(event);
    if (event.defaultPrevented || disabled) return;
    const made = madeBy(event);
    if (made === null) return;
    event.preventDefault();
    write(event.currentTarget, made);
  };
  const refuse = (event: ClipboardEvent | DragEvent) => {
    event.preventDefault();
    setTold(EDITOR_TEXTS.noFiles);
  };
  const paste = (event: ClipboardEvent<Area>) => {
    const { clipboardData: data, currentTarget } = event;
    const text = data.getData('text/plain');
    if (disabled || isInCode(currentTarget.value, currentTarget.selectionStart)) return;
    const made = pasted(editedIn(currentTarget), { text, rows: tableIn(data.getData('text/html')) });
    if (made === null) return;
    event.preventDefault();
    write(currentTarget, made);
  };
  const pastedFiles = (event: ClipboardEvent) => {
    const { files } = event.clipboardData;
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
    // Before either field takes what else there is.
    event.stopPropagation();
    refuse(event);
  };
  const dragged = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    if (event.type === 'drop') refuse(event);
    // Otherwise the browser would leave the page for the file.
    else event.preventDefault();
  };
  const toggle = () => {
    preview.toggle();
    if (preview.shown !== null) requestAnimationFrame(() => area.current?.focus());
  };

  const switchTo = (chosen: Mode) => {
    if (preview.shown !== null) preview.toggle();
    setBroken(false);
    choose(chosen);
  };
  const modes = (
    <span className={styles.tools} role="group" aria-label="How to write">
      {MODES.map(({ key, title }) => (
        <Button
          key={key}
          size="small"
          look="quiet"
          className={styles.mode}
          aria-pressed={key === (isBroken ? 'source' : mode)}
          onClick={() => switchTo(key)}
        >
          {title}
        </Button>
      ))}
    </span>
  );

  return (
    <div className={styles.field} onKeyDown={stay} onPasteCapture={pastedFiles} onDragOver={dragged} onDrop={dragged}>
      <div className={styles.bar}>
        {modes}
        {!isRich && (
          <Button size="small" look="quiet" onClick={toggle}>
            {preview.shown === null ? 'Preview' : 'Continue editing'}
          </Button>
        )}
        {isRich ? (
          <MarkdownToolbar
            key="rich"
            controls={`${id}-rich`}
            tools={rich.module?.RICH_TOOLS}
            disabled={disabled}
            onUse={(tool) => richTool.current?.(tool)}
          />
        ) : (
          preview.shown === null && <MarkdownToolbar controls={id} disabled={disabled} onUse={apply} />
        )}
      </div>
      {RichField !== undefined && (
        <RichField
          id={id}
          label={label}
          value={value}
          rows={rows}
          shown={isRich}
          disabled={disabled}
          place={place}
          about={{ 'aria-invalid': props['aria-invalid'], 'aria-describedby': props['aria-describedby'] }}
          tool={richTool}
          onChange={(text) => {
            setTold('');
            onChange(text, { start: text.length, end: text.length });
          }}
          onKeyDown={onKeyDown}
          onReady={setReady}
          onFailure={() => setBroken(true)}
        />
      )}
      <div className={styles.body} hidden={isRich}>
        <textarea
          ref={area}
          id={id}
          className={classes(styles.text, value.length > LONG && styles.long)}
          style={{ '--rows': rows } as CSSProperties}
          rows={rows}
          dir="auto"
          autoFocus={autoFocus}
          hidden={isRich || preview.shown !== null}
          value={source}
          readOnly={disabled}
          aria-label={label}
          aria-disabled={disabled || undefined}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          {...aboutChoices(`${id}-choices`, choices)}
          onChange={changed}
          onKeyDown={press}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
            choices.moved(selectionStart, selectionEnd)
          }
          onBlur={choices.leave}
          onPaste={paste}
        />
        <ChoiceList id={`${id}-choices`} choices={choices} />
      </div>
      {!isRich && preview.shown !== null && <MarkdownPreview shown={preview.shown} onRetry={preview.retry} />}
      <p className={styles.told} role="status">
        {isBroken ? EDITOR_TEXTS.noRichText : isOpening && value.length > LONG ? EDITOR_TEXTS.opensRich : told}
      </p>
      <ChoiceCount choices={choices} />
    </div>
  );
}

/** IE-09.50, IE-09.34: what keys make of the text; null: what they do anyway. */
function madeBy(event: KeyboardEvent<Area>): Edited | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event;
  const edited = editedIn(currentTarget);
  const isPlain = !ctrlKey && !metaKey && !shiftKey && !altKey;
  if (key === 'Enter') return isPlain && !isInCode(edited.text, edited.start) ? continued(edited) : null;
  return toolOf(event)?.edit(edited) ?? null;
}

interface Written extends Selection {
  readonly text: string;
}

const placeBeside = (before: string, after: string, place: number): number => {
  const change = changeBetween(before, after);
  return change === null ? place : placeAfter(change, place);
};

/** A text that others change keeps what is selected. Returns where the field says what was written in it last, and what was selected then. */
function useSelection(area: RefObject<Area | null>, props: MarkdownFieldProps): RefObject<Written> {
  const { value, placeIn = placeBeside } = props;
  const written = useRef<Written>({ text: value, start: value.length, end: value.length });
  useEffect(() => {
    const note = () => {
      const { current } = area;
      if (current === null || document.activeElement !== current) return;
      const { selectionStart: start, selectionEnd: end } = current;
      written.current = { ...written.current, start, end };
    };
    document.addEventListener('selectionchange', note);
    return () => document.removeEventListener('selectionchange', note);
  }, [area]);
  useLayoutEffect(() => {
    const { text: before, ...was } = written.current;
    if (before === value) return;
    const [start, end] = [placeIn(before, value, was.start), placeIn(before, value, was.end)];
    written.current = { text: value, start, end };
    if (area.current !== null && document.activeElement === area.current) area.current.setSelectionRange(start, end);
  }, [area, value, placeIn]);
  return written;
}

/** What the textarea holds: what it held last while rich text stands in its place. Setting a long text at every key would take longer than a frame. */
function useSource(value: string, isRich: boolean): string {
  const [kept, keep] = useState<string | null>(null);
  if (isRich !== (kept !== null)) keep(isRich ? value : null);
  return isRich ? (kept ?? value) : value;
}

/** Where the browser does not let a field grow with its text by itself; null: it is not shown. */
function useGrowth(area: RefObject<Area | null>, value: string | null): void {
  useEffect(() => {
    if (value === null || area.current === null || 'fieldSizing' in area.current.style || value.length > LONG) return;
    const frame = requestAnimationFrame(() => {
      const { current } = area;
      if (current === null) return;
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight}px`;
    });
    return () => cancelAnimationFrame(frame);
  }, [area, value]);
}
