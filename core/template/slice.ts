import type { Sending } from '../access/failures.ts';
import type { TemplateText } from './rules.ts';
import { queryName } from '../query/index.ts';
import { reducerOf, serverAction, userAction } from '../store/action.ts';

export interface TemplatePlace {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
}

/** A template that is offered: of a project or of a group. A GitLab's are all of projects. */
export interface OfferedTemplate {
  readonly name: string;
  readonly projectId: number | null;
  readonly groupId: number | null;
}

export interface TemplateCategory {
  readonly title: string;
  readonly templates: readonly OfferedTemplate[];
}

export interface ChosenTemplate {
  readonly place: TemplatePlace;
  readonly template: OfferedTemplate;
}

export interface ManagedTemplate {
  readonly name: string;
  /** An instant. */
  readonly updatedAt: string | null;
}

/** `was`: its name so far; null: it is new. `text` null: it is deleted. */
export interface SubmittedTemplate {
  readonly place: TemplatePlace;
  readonly was: string | null;
  readonly text: TemplateText | null;
}

/** A template in its form. `was`: its name so far, null: it is new; `before`: what the form began with. */
export interface EditedTemplate extends TemplateText {
  readonly was: string | null;
  readonly before: TemplateText;
}

/** A Markdown file of which a template is made. `id`: its place among those that were chosen. */
export interface TemplateFile {
  readonly id: number;
  readonly file: string;
  readonly name: string;
  /** null: there is nothing to send, or it was sent. */
  readonly content: string | null;
  /** `asking`: a template of that name exists. */
  readonly status: 'queued' | 'sending' | 'sent' | 'asking' | 'failed';
  /** Why it failed. */
  readonly text: string | null;
  /** The name of the template that it replaces; null: it makes a new one. */
  readonly replaces: string | null;
}

export type TemplateFaults = Partial<Record<keyof TemplateText, string | null>>;

export const templateActions = {
  /** A form with a picker was opened. */
  opened: userAction<{ place: TemplatePlace }>('template/opened'),
  chosen: userAction<ChosenTemplate>('template/chosen'),
  retried: userAction('template/retried'),
  managed: userAction<{ place: TemplatePlace }>('template/managed'),
  formOpened: userAction<Pick<EditedTemplate, 'was' | 'before'>>('template/formOpened'),
  typed: userAction<Partial<TemplateText>>('template/typed'),
  formClosed: userAction('template/formClosed'),
  submitted: userAction<SubmittedTemplate>('template/submitted'),
  saved: serverAction<{ place: TemplatePlace }>('template/saved'),
  filesHandled: serverAction<{ place: TemplatePlace; files: readonly TemplateFile[] }>('template/filesHandled'),
  refused: serverAction<{ error: string | null; faults: TemplateFaults }>('template/refused'),
};

/** One key for one place. */
export const placeKey = ({ kind, fullPath }: TemplatePlace): string => `${kind} ${fullPath}`;

export const templateReads = {
  names: queryName<TemplatePlace, { readonly categories: readonly TemplateCategory[] }>('template/names', placeKey),
  content: queryName<ChosenTemplate, { readonly content: string }>(
    'template/content',
    ({ place, template: { name, groupId, projectId } }) =>
      `${placeKey(place)} ${projectId ?? ''} ${groupId ?? ''} ${encodeURIComponent(name)}`,
  ),
  managed: queryName<TemplatePlace, { readonly templates: readonly ManagedTemplate[] }>('template/list', placeKey),
};

export interface TemplateState {
  /** Places whose forms were opened, and what was chosen in them: each is read once. */
  readonly opened: readonly TemplatePlace[];
  readonly chosen: readonly ChosenTemplate[];
  readonly names: readonly { readonly place: TemplatePlace; readonly categories: readonly TemplateCategory[] }[];
  readonly contents: readonly (ChosenTemplate & { readonly content: string })[];
  /** The page on which templates are managed, and the form on it. `saved`: how often something was. */
  readonly place: TemplatePlace | null;
  readonly templates: readonly ManagedTemplate[];
  readonly edited: EditedTemplate | null;
  readonly form: { readonly status: Sending; readonly error: string | null; readonly faults: TemplateFaults };
  readonly saved: number;
  /** The files that were chosen on the page. */
  readonly files: readonly TemplateFile[];
}

const IDLE: TemplateState['form'] = { status: 'idle', error: null, faults: {} };

const CLOSED = { edited: null, form: IDLE } as const;

const initial: TemplateState = {
  opened: [],
  chosen: [],
  names: [],
  contents: [],
  place: null,
  templates: [],
  edited: null,
  form: IDLE,
  saved: 0,
  files: [],
};

export const samePlace = (a: TemplatePlace, b: TemplatePlace): boolean => placeKey(a) === placeKey(b);
export const sameTemplate = (a: ChosenTemplate, b: ChosenTemplate): boolean =>
  templateReads.content.key(a) === templateReads.content.key(b);

const isShown = ({ place }: TemplateState, other: TemplatePlace): boolean => place !== null && samePlace(place, other);

export const templateReducer = reducerOf(initial, (on) => {
  on(templateActions.opened, (state, { place }) =>
    // IE-08.1
    place.fullPath === '' || state.opened.some((each) => samePlace(each, place))
      ? state
      : { ...state, opened: [...state.opened, place] },
  );
  on(templateActions.chosen, (state, chosen) =>
    state.chosen.some((each) => sameTemplate(each, chosen)) ? state : { ...state, chosen: [...state.chosen, chosen] },
  );
  on(templateReads.names.received, (state, { params: place, data: { categories } }) => ({
    ...state,
    names: [...state.names.filter((each) => !samePlace(each.place, place)), { place, categories }],
  }));
  on(templateReads.content.received, (state, { params, data: { content } }) => ({
    ...state,
    contents: [...state.contents.filter((each) => !sameTemplate(each, params)), { ...params, content }],
  }));
  on(templateActions.managed, (state, { place }) => ({ ...state, ...CLOSED, place, templates: [], files: [] }));
  // What was read may be another one now. A form that is open stays.
  on(templateActions.filesHandled, (state, { place, files }) => ({
    ...state,
    contents: [],
    ...(isShown(state, place) && { files }),
  }));
  on(templateReads.managed.received, (state, { data: { templates } }) => ({ ...state, templates }));
  on(templateActions.formOpened, (state, { was, before }) => ({
    ...state,
    ...CLOSED,
    edited: { ...before, was, before },
  }));
  on(templateActions.typed, (state, typed) =>
    state.edited === null ? state : { ...state, edited: { ...state.edited, ...typed } },
  );
  on(templateActions.formClosed, (state) => ({ ...state, ...CLOSED }));
  on(templateActions.submitted, (state) => ({ ...state, form: { ...IDLE, status: 'sending' } }));
  // IE-08.23: another page's form may be open by then.
  on(templateActions.refused, (state, why) =>
    state.form.status === 'sending' ? { ...state, form: { status: 'failed', ...why } } : state,
  );
  // IE-08.21: what was read may be another one now.
  on(templateActions.saved, (state, { place }) => ({
    ...state,
    // What was sent beside it was not: one is sent at a time.
    ...(isShown(state, place) ? { ...CLOSED, saved: state.saved + 1 } : { form: IDLE }),
    chosen: [],
    contents: [],
  }));
});

/** IE-08.32: whether something would be lost with the form. */
export const isTemplateWritten = ({ name, content, before }: EditedTemplate): boolean =>
  name !== before.name || content !== before.content;

export const selectIsWritingTemplate = ({ template: { edited } }: { readonly template: TemplateState }): boolean =>
  edited !== null && isTemplateWritten(edited);

/** What the planner wires. */
export const templateDomain = { name: 'template', reducer: templateReducer } as const;
