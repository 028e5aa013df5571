import { useEffect, useMemo, useRef } from 'react';
import { editorActions, selectPreview } from '@espalier/core/editor';
import type { TextPlace } from '@espalier/core/editor';
import { useAppDispatch, useAppSelector } from '../store.ts';

interface PreviewOf {
  readonly id: string;
  readonly value: string;
  readonly place: TextPlace;
  readonly actsOn?: string | undefined;
  readonly edits?: boolean | undefined;
}

/** The preview of a field: shown, or null. One of a text that changes meanwhile is made anew; where the text was sent, one writes again. */
export function usePreview({ id, value, place: { groupPath, projectPath }, actsOn, edits }: PreviewOf) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector((state) => selectPreview(state, id));
  const isShown = shown !== null;
  const asked = useRef(value);
  const of = useMemo(
    () => ({ id, groupPath, projectPath, ...(actsOn !== undefined && { commentOn: actsOn }), ...(edits && { edits }) }),
    [id, groupPath, projectPath, actsOn, edits],
  );
  useEffect(() => {
    if (!isShown || asked.current === value) return;
    asked.current = value;
    dispatch(value === '' ? editorActions.previewLeft({ id }) : editorActions.previewAsked({ ...of, text: value }));
  }, [dispatch, id, value, isShown, of]);
  useEffect(() => () => dispatch(editorActions.previewLeft({ id })), [dispatch, id]);
  return {
    shown,
    retry: () => dispatch(editorActions.previewRetried({ id })),
    toggle() {
      asked.current = value;
      dispatch(isShown ? editorActions.previewLeft({ id }) : editorActions.previewAsked({ ...of, text: value }));
    },
  };
}

export type ShownPreview = NonNullable<ReturnType<typeof usePreview>['shown']>;
