import type { AnyAction } from '../store/action.ts';
import type { Choice } from './choices.ts';
import { reducerOf } from '../store/action.ts';
import { editorActions, editorReads, type EditorSearch, type PreviewOf } from './actions.ts';

export interface Preview extends PreviewOf {
  /** As the server rendered and sanitised it; null: it has not answered yet. */
  readonly html: string | null;
}

export interface EditorState {
  /** Null: nothing is offered. */
  readonly search: EditorSearch | null;
  /** What was found last of the kind that is searched for. */
  readonly found: readonly Choice[];
  /** By their fields. */
  readonly previews: Readonly<Record<string, Preview>>;
  readonly serial: number;
}

export interface EditorRoot {
  readonly editor: EditorState;
}

const initial: EditorState = { search: null, found: [], previews: {}, serial: 0 };

const NOTHING: readonly Choice[] = [];

function withPreview(state: EditorState, id: string, change: (preview: Preview) => Preview): EditorState {
  const preview = state.previews[id];
  return preview === undefined ? state : { ...state, previews: { ...state.previews, [id]: change(preview) } };
}

const { triggered, triggerLeft, previewAsked, previewLeft } = editorActions;

const reducer: (state: EditorState | undefined, action: AnyAction) => EditorState = reducerOf(initial, (on) => {
  on(triggered, (state, search) => ({
    ...state,
    search,
    found: state.search?.kind === search.kind ? state.found : NOTHING,
  }));
  on(triggerLeft, (state) => (state.search === null ? state : { ...state, search: null, found: NOTHING }));
  on(editorReads.search.received, (state, { data, params }) =>
    state.search?.kind === params.kind ? { ...state, found: data } : state,
  );
  on(previewAsked, ({ previews, serial, ...state }, asked) => ({
    ...state,
    previews: { ...previews, [asked.id]: { ...asked, serial: serial + 1, html: null } },
    serial: serial + 1,
  }));
  on(previewLeft, (state, { id }) => {
    const { [id]: left, ...previews } = state.previews;
    return left === undefined ? state : { ...state, previews };
  });
  on(editorReads.preview.received, (state, { params: { id, serial }, data: { html } }) =>
    withPreview(state, id, (preview) => (preview.serial === serial ? { ...preview, html } : preview)),
  );
});

/** What the planner wires; the watcher comes with what shows it. */
export const editorDomain = { name: 'editor', reducer } as const;
