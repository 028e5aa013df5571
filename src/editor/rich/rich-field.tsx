import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import type { TextPlace } from '@espalier/core/editor';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/field.tsx';
import markup from '../../ui/markup.module.css';
import { aboutChoices, ChoiceCount, ChoiceList } from '../choice-row.tsx';
import fieldStyles from '../markdown-field.module.css';
import { toolOf, TOOLS, type Tool } from '../markdown-toolbar.tsx';
import { useChoices, type Choices, type Host } from '../use-choices.ts';
import { richEditor, type RichEditor } from './rich-editor.ts';
import { COMMANDS, linkTo } from './rich-tools.ts';
import styles from './rich-field.module.css';

interface RichFieldProps {
  /** Of the textarea whose place it takes, and whose label names it. */
  readonly id: string;
  readonly label: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: ((event: KeyboardEvent) => void) | undefined;
  /** Whether it holds the text, and may take the place of the source. */
  readonly onReady: (isReady: boolean) => void;
  readonly onFailure: () => void;
  /** Whether it stands in the place of the source. */
  readonly shown: boolean;
  readonly rows: number;
  readonly disabled: boolean;
  readonly place: TextPlace;
  readonly about: Readonly<Record<'aria-invalid' | 'aria-describedby', string | boolean | undefined>>;
  /** What uses a tool of the bar above it. */
  readonly tool: RefObject<((tool: Tool) => void) | null>;
}

const LINK = 'Link';
/** Those that rich text has. */
export const RICH_TOOLS = TOOLS.filter(({ name }) => name === LINK || name in COMMANDS);

/** IE-09.66: the text as it will look, written by Milkdown. The source is the text: what nobody edits keeps its bytes. */
export function RichField(props: RichFieldProps) {
  const { id, value, rows, shown, place, tool: given, onKeyDown } = props;
  const root = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor>(null);
  const latest = useRef(props);
  /** What the editor holds. */
  const text = useRef(value);
  const takesFocus = useRef(false);
  const [asks, setAsks] = useState(false);
  const [host] = useState((): Host => ({
    asked: () => editor.current?.choices.asked() ?? null,
    placeOf: (at) => editor.current?.choices.placeOf(at) ?? null,
    write: (open, written) => editor.current?.choices.write(open, written),
  }));
  const offered = useChoices(host, place);
  const choices = useRef(offered);
  const apply = (tool: Tool | null) => {
    if (latest.current.disabled || tool === null) return;
    if (tool.name === LINK) return setAsks(true);
    const command = COMMANDS[tool.name];
    if (command !== undefined) editor.current?.run(command);
  };
  useLayoutEffect(() => {
    latest.current = props;
    choices.current = offered;
    given.current = apply;
    editor.current?.look();
  });
  useLayoutEffect(() => {
    const { current: element } = root;
    if (element === null) return;
    let live = true;
    const made = richEditor(element, {
      text: () => (text.current = latest.current.value),
      caret() {
        const source = document.getElementById(id);
        return source instanceof HTMLTextAreaElement ? source.selectionStart : null;
      },
      attributes: () => attributesOf(latest.current, choices.current),
      isEditable: () => !latest.current.disabled,
      onText(written) {
        text.current = written;
        latest.current.onChange(written);
      },
      onTyped: () => choices.current.typed(),
      onMoved: (start, end) => choices.current.moved(start, end),
      onBlur: () => choices.current.leave(),
      onKey(event) {
        if (!event.isComposing) choices.current.press(event);
        if (event.defaultPrevented) return true;
        // These are for the form.
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return true;
        const tool = toolOf(event);
        if (tool === null || !RICH_TOOLS.includes(tool)) return false;
        event.preventDefault();
        apply(tool);
        return true;
      },
    });
    made.then(
      (ready) => {
        if (!live) return ready.destroy();
        editor.current = ready;
        if (text.current !== latest.current.value) ready.take((text.current = latest.current.value));
        // The focus may be elsewhere by now.
        takesFocus.current = document.activeElement?.id === id;
        latest.current.onReady(true);
      },
      () => live && latest.current.onFailure(),
    );
    return () => {
      live = false;
      latest.current.onReady(false);
      editor.current?.destroy();
      editor.current = null;
    };
  }, [id]);
  useEffect(() => {
    if (editor.current === null || text.current === value) return;
    text.current = value;
    editor.current.take(value);
  }, [value]);
  useLayoutEffect(() => {
    if (shown && takesFocus.current) editor.current?.focus();
  }, [shown]);
  const link = (address: string | null) => {
    setAsks(false);
    if (address === null) editor.current?.focus();
    else editor.current?.run(linkTo(address));
  };
  return (
    <>
      {asks && <LinkAddress onDone={link} />}
      <div className={fieldStyles.body} hidden={!shown}>
        <div ref={root} className={styles.root} style={{ '--rows': rows } as CSSProperties} onKeyDown={onKeyDown} />
        <ChoiceList id={choicesOf(id)} choices={offered} />
      </div>
      <ChoiceCount choices={offered} />
    </>
  );
}

const choicesOf = (id: string): string => `${id}-rich-choices`;

function attributesOf({ id, label, disabled, about }: RichFieldProps, choices: Choices): Record<string, string> {
  const name = label ?? document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? '';
  const all = {
    id: `${id}-rich`,
    class: classes(markup.text, styles.text),
    dir: 'auto',
    tabindex: 0,
    role: 'textbox',
    'aria-multiline': true,
    'aria-label': name,
    'aria-disabled': disabled,
    'aria-invalid': about['aria-invalid'],
    'aria-describedby': about['aria-describedby'],
    ...aboutChoices(choicesOf(id), choices),
  };
  const said = Object.entries(all).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(said.map(([key, value]) => [key, String(value)]));
}

/** Asks for the address of a link; null: it is left as it was. It stands in the form of the field, so that it is none itself. */
function LinkAddress({ onDone }: { readonly onDone: (address: string | null) => void }) {
  const [address, setAddress] = useState('');
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // On a button Enter is its click.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    onDone(event.key === 'Enter' ? address.trim() : null);
  };
  return (
    <div className={styles.link} onKeyDown={press}>
      <TextField label="Address of the link" type="url" autoFocus value={address} onChange={setAddress} />
      <Button size="small" onClick={() => onDone(address.trim())}>
        {address.trim() === '' ? 'Remove the link' : 'Link'}
      </Button>
      <Button size="small" look="quiet" onClick={() => onDone(null)}>
        Cancel
      </Button>
    </div>
  );
}
