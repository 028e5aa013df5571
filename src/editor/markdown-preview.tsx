import { EDITOR_TEXTS } from '@espalier/core/editor';
import { LoadFailure } from '../frame/missing.tsx';
import { Markup } from '../ui/markup.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import type { ShownPreview } from './use-preview.ts';
import styles from './markdown-field.module.css';

interface MarkdownPreviewProps {
  readonly shown: ShownPreview;
  readonly onRetry: () => void;
}

export function MarkdownPreview({ shown: { html, commands, isEmpty, error }, onRetry }: MarkdownPreviewProps) {
  return (
    <section className={styles.preview} aria-label="Preview">
      {isEmpty ? (
        <p className={styles.empty}>{EDITOR_TEXTS.nothingToPreview}</p>
      ) : html !== null ? (
        <>
          {html !== '' && <Markup html={html} />}
          {commands !== '' && <p className={styles.commands}>{commands}</p>}
        </>
      ) : error !== null ? (
        <LoadFailure text={error} onRetry={onRetry} />
      ) : (
        <SkeletonRows rows={3} label="Loading the preview" />
      )}
    </section>
  );
}
