import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { RootState } from '@espalier/core';
import type { CommandRoot, PaletteOption, Run } from '@espalier/core/command';
import { selectVisible } from '@espalier/core';
import {
  COMMAND_TEXTS,
  commandActions,
  keysText,
  paletteSections,
  selectPaletteStatus,
  shortcut,
} from '@espalier/core/command';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { controlClass } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys, isMac } from './help-sheet.tsx';
import styles from './palette.module.css';

const PAGE = 8;

/** The state as the commands look at it. */
export const commandRoot = (state: RootState): CommandRoot => ({ ...state, visible: selectVisible(state) });

/** A field above a list of places and commands; the focus stays in the field, arrow keys mark an entry. */
export function Palette({ run }: { readonly run: (run: Run) => void }) {
  const dispatch = useAppDispatch();
  const id = useId();
  const root = useAppSelector(commandRoot, sameRoot);
  const marked = useRef<HTMLLIElement>(null);
  const sections = useMemo(() => paletteSections(root, window.location.origin), [root]);
  const options = sections.flatMap((section) => section.options);
  const { text } = root.command.palette;
  const status = selectPaletteStatus(root);
  // Typing moves the mark to the first result.
  const [mark, setMark] = useState({ text: '', at: 0 });
  const at = mark.text === text ? Math.min(mark.at, options.length - 1) : 0;
  const active = options[at];

  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' });
  }, [at, sections]);

  const close = () => dispatch(commandActions.paletteClosed());
  const choose = ({ what }: PaletteOption) => {
    close();
    const chosen: Run = 'place' in what ? { do: 'go', to: what.place.path } : what.command.run;
    // Runs after the dialog has returned the focus, so that whatever opens next may take it.
    window.setTimeout(() => run(chosen));
  };
  const press = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + PAGE, last),
      PageUp: Math.max(at - PAGE, 0),
    }[event.key];
    if (to !== undefined) setMark({ text, at: to });
    else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={COMMAND_TEXTS.palette} onClose={close}>
      <div className={styles.palette}>
        <input
          autoFocus
          className={controlClass}
          role="combobox"
          aria-label={COMMAND_TEXTS.palette}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${id}-${at}`}
          placeholder="Title, &12, group/project#7, or a command"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => dispatch(commandActions.paletteTyped({ text: event.target.value }))}
          onKeyDown={press}
        />
        <div className={styles.list} id={id} role="listbox" aria-label="Places and commands">
          {sections.map((section) => (
            <ul key={section.title} className={styles.section} role="group" aria-label={section.title}>
              <li className={styles.title} role="presentation" aria-hidden>
                {section.title}
              </li>
              {section.options.map((option) => {
                const index = options.indexOf(option);
                return (
                  <li
                    key={option.key}
                    ref={index === at ? marked : null}
                    className={styles.option}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(option)}
                  >
                    <Icon name={option.icon} />
                    <span className={styles.name} dir="auto">
                      {option.title}
                    </span>
                    {option.hint !== '' && <span className={styles.hint}>{option.hint}</span>}
                    <OptionKeys option={option} />
                  </li>
                );
              })}
            </ul>
          ))}
        </div>
        <p className={styles.status} role="status">
          {statusText(status, options.length)}
        </p>
      </div>
    </Dialog>
  );
}

function OptionKeys({ option: { what } }: { readonly option: PaletteOption }) {
  if (!('command' in what) || what.command.shortcut === null) return null;
  return <Keys text={keysText(shortcut(what.command.shortcut), isMac())} />;
}

function statusText(status: string, count: number): string {
  if (status === 'loading') return COMMAND_TEXTS.searching;
  if (status === 'failed') return COMMAND_TEXTS.failed;
  if (count === 0) return COMMAND_TEXTS.nothing;
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}

type Root = ReturnType<typeof commandRoot>;

/** The root is a new object each time; treat it as unchanged while its parts are the same. */
function sameRoot(a: Root, b: Root): boolean {
  const [one, other] = [a as object as Record<string, unknown>, b as object as Record<string, unknown>];
  return Object.keys(other).every((key) => one[key] === other[key]);
}
