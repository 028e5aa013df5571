import type { AnyAction } from '../store/action.ts';
import type { Choice } from './choices.ts';
import { reducerOf, withPart } from '../store/action.ts';
import { editorActions, editorReads, type EditorSearch, type PreviewOf } from './actions.ts';

export interface Preview extends PreviewOf {
  /** As the server rendered and sanitised it; null: it has not answered yet. */
  readonly html: string | null;
  readonly commands: string;
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

const NOTHING = { search: null, found: [] } as const;

const initial: EditorState = { ...NOTHING, previews: {}, serial: 0 };

const withPreview = (state: EditorState, preview: Preview): EditorState =>
  withPart(state, 'previews', { [preview.id]: preview });

const { triggered, triggerLeft, previewAsked, previewLeft } = editorActions;
const { search, preview } = editorReads;

const reducer: (state: EditorState | undefined, action: AnyAction) => EditorState = reducerOf(initial, (on) => {
  on(triggered, (state, asked) => ({
    ...state,
    search: asked,
    found: state.search?.kind === asked.kind ? state.found : NOTHING.found,
  }));
  on(triggerLeft, (state) => ({ ...state, ...NOTHING }));
  on(search.received, (state, { data, params }) =>
    state.search?.kind === params.kind ? { ...state, found: data } : state,
  );
  on(previewAsked, ({ serial, ...state }, asked) =>
    withPreview({ ...state, serial: serial + 1 }, { ...asked, serial, html: null, commands: '' }),
  );
  on(previewLeft, (state, { id }) => {
    const { [id]: _, ...previews } = state.previews;
    return { ...state, previews };
  });
  on(preview.received, (state, { params, data }) =>
    state.previews[params.id]?.serial === params.serial ? withPreview(state, { ...params, ...data }) : state,
  );
});

/** What the planner wires; the watcher comes with what shows it. */
export const editorDomain = { name: 'editor', reducer } as const;
