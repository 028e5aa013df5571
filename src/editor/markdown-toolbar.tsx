import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import {
  bold,
  code,
  collapsible,
  indent,
  italic,
  link,
  list,
  outdent,
  quote,
  strikethrough,
  table,
  type Edit,
} from '@espalier/core/editor';
import { IconButton } from '../ui/button.tsx';
import './editor-icons.css';
import styles from './markdown-field.module.css';

export interface Tool {
  readonly name: string;
  readonly icon: string;
  readonly edit: Edit;
  /** With Ctrl, or ⌘ on a Mac. */
  readonly key?: string;
  readonly shift?: boolean;
}

/** IE-09.50: the tools in GitLab's order, and GitLab's keys. */
export const TOOLS: readonly Tool[] = [
  { name: 'Bold', icon: 'bold', edit: bold, key: 'B' },
  { name: 'Italic', icon: 'italic', edit: italic, key: 'I' },
  { name: 'Strikethrough', icon: 'strikethrough', edit: strikethrough, key: 'X', shift: true },
  { name: 'Quote', icon: 'quote', edit: quote },
  { name: 'Code', icon: 'code', edit: code },
  { name: 'Link', icon: 'link', edit: link, key: 'K' },
  { name: 'Bullet list', icon: 'list-bulleted', edit: list('bullets') },
  { name: 'Numbered list', icon: 'list-numbered', edit: list('numbers') },
  { name: 'Task list', icon: 'list-task', edit: list('tasks') },
  { name: 'Indent', icon: 'list-indent', edit: indent, key: ']' },
  { name: 'Outdent', icon: 'list-outdent', edit: outdent, key: '[' },
  { name: 'Collapsible section', icon: 'details-block', edit: collapsible },
  { name: 'Table', icon: 'table', edit: table },
];

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The tool that these keys stand for. */
export function toolOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): Tool | null {
  if (ctrlKey === metaKey || altKey) return null;
  return TOOLS.find((each) => each.key === key.toUpperCase() && (each.shift ?? false) === shiftKey) ?? null;
}

const keysOf = ({ key, shift }: Tool): string =>
  key === undefined
    ? ''
    : isMac()
      ? ` (${shift === true ? '⇧' : ''}⌘${key})`
      : ` (Ctrl+${shift === true ? 'Shift+' : ''}${key})`;

const isMac = (): boolean => navigator.platform.startsWith('Mac');

interface MarkdownToolbarProps {
  /** The id of the field. */
  readonly controls: string;
  readonly disabled: boolean;
  readonly tools?: readonly Tool[];
  readonly onUse: (tool: Tool) => void;
}

/** One stop for Tab; arrows, Home and End go from tool to tool. */
export function MarkdownToolbar({ controls, disabled, tools = TOOLS, onUse }: MarkdownToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const press = (event: KeyboardEvent) => {
    const { length } = tools;
    const next = { ArrowRight: (at + 1) % length, ArrowLeft: (at - 1 + length) % length, Home: 0, End: length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      className={styles.tools}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={press}
    >
      {tools.map((tool, index) => (
        <IconButton
          key={tool.name}
          size="small"
          icon={tool.icon}
          label={tool.name + keysOf(tool)}
          disabled={disabled}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  );
}
