import { userAction } from '../store/action.ts';
import { isMarkdownFile, TEMPLATE_CONTENT_MAX, templateFaults, templateName } from './rules.ts';
import type { TemplateFile, TemplatePlace } from './slice.ts';

/** A file that somebody chose. */
export interface ChosenFile {
  readonly file: string;
  readonly bytes: number;
  /** null: it was not worth reading, or could not be read as a text in UTF-8. */
  readonly content: string | null;
}

export const templateFileActions = {
  filesChosen: userAction<{ place: TemplatePlace; files: readonly ChosenFile[] }>('template/filesChosen'),
  /** Those that ask are to replace what exists; those that failed are sent once more. */
  filesSentAgain: userAction<{ place: TemplatePlace; ids: readonly number[] }>('template/filesSentAgain'),
  filesClosed: userAction<{ place: TemplatePlace }>('template/filesClosed'),
};

/** Bytes of the largest content there can be. */
const BYTES_MAX = 4 * TEMPLATE_CONTENT_MAX;

export const isWorthReading = ({ file, bytes }: Omit<ChosenFile, 'content'>): boolean =>
  isMarkdownFile(file) && bytes <= BYTES_MAX;

/** IE-08.50, IE-08.51: what becomes of each file, where templates of these names exist. */
export function templateFiles(chosen: readonly ChosenFile[], existing: readonly string[]): readonly TemplateFile[] {
  const names = new Map(existing.map((name) => [name.toLowerCase(), name]));
  return chosen.map((each, id) => {
    const name = templateName(each.file);
    const fault = faultOf(each, name);
    const replaces = fault === null ? (names.get(name.toLowerCase()) ?? null) : null;
    if (fault === null && replaces === null) names.set(name.toLowerCase(), name);
    const status = fault !== null ? 'failed' : replaces !== null ? 'asking' : 'queued';
    return { id, file: each.file, name, content: fault === null ? each.content : null, status, text: fault, replaces };
  });
}

function faultOf({ file, bytes, content }: ChosenFile, name: string): string | null {
  if (!isMarkdownFile(file)) return 'Not a Markdown file: its name does not end in .md';
  if (content === null && bytes <= BYTES_MAX) return 'Cannot be read as a text in UTF-8';
  const faults = templateFaults({ name, content: content ?? 'x'.repeat(TEMPLATE_CONTENT_MAX + 1) });
  if (faults.name !== null) return `Name ${faults.name}`;
  return faults.content === null ? null : `Content ${faults.content}`;
}

/** The files of which some are sent again. */
export const sentAgain = (files: readonly TemplateFile[], ids: readonly number[]): readonly TemplateFile[] =>
  files.map((file) =>
    ids.includes(file.id) && file.content !== null && (file.status === 'asking' || file.status === 'failed')
      ? { ...file, status: 'queued', text: null }
      : file,
  );
