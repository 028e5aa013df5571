import { isWorthReading, type ChosenFile } from '@espalier/core/template';

/** Reads the files that can become templates; none of them is lost because another cannot be read. */
export const readFiles = (files: Iterable<File>): Promise<ChosenFile[]> => Promise.all([...files].map(readFile));

async function readFile(file: File): Promise<ChosenFile> {
  const about = { file: file.name, bytes: file.size };
  return { ...about, content: isWorthReading(about) ? await textOf(file) : null };
}

/** null: it cannot be read, or is no text in UTF-8. A byte order mark is dropped. */
async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
