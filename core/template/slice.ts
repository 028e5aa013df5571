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

export const templateActions = {
  /** A form with a picker was opened. */
  opened: userAction<{ place: TemplatePlace }>('template/opened'),
  chosen: userAction<ChosenTemplate>('template/chosen'),
  retried: userAction('template/retried'),
  /** Some of a place were changed on its page (core/manage). */
  saved: serverAction<{ place: TemplatePlace }>('template/saved'),
  filesHandled: serverAction<{ place: TemplatePlace; files: readonly TemplateFile[] }>('template/filesHandled'),
};

/** What a change of templates invalidates: reads that began before it. */
export const TEMPLATES = 'templates';

/** One key for one place. */
export const placeKey = ({ kind, fullPath }: TemplatePlace): string => `${kind} ${fullPath}`;

export const templateReads = {
  names: queryName<TemplatePlace, { readonly categories: readonly TemplateCategory[] }>('template/names', placeKey),
  content: queryName<ChosenTemplate, { readonly content: string }>(
    'template/content',
    ({ place, template: { name, groupId, projectId } }) =>
      `${placeKey(place)} ${projectId ?? ''} ${groupId ?? ''} ${encodeURIComponent(name)}`,
  ),
};

export interface TemplateState {
  /** Places whose forms were opened, and what was chosen in them: each is read once. */
  readonly opened: readonly TemplatePlace[];
  readonly chosen: readonly ChosenTemplate[];
  readonly names: readonly { readonly place: TemplatePlace; readonly categories: readonly TemplateCategory[] }[];
  readonly contents: readonly (ChosenTemplate & { readonly content: string })[];
  /** The files that were chosen last, and where. */
  readonly files: { readonly place: TemplatePlace; readonly list: readonly TemplateFile[] } | null;
}

const initial: TemplateState = {
  opened: [],
  chosen: [],
  names: [],
  contents: [],
  files: null,
};

export const samePlace = (a: TemplatePlace, b: TemplatePlace): boolean => placeKey(a) === placeKey(b);
export const sameTemplate = (a: ChosenTemplate, b: ChosenTemplate): boolean =>
  templateReads.content.key(a) === templateReads.content.key(b);

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
  // What was read may be another one now.
  on(templateActions.filesHandled, (state, { place, files: list }) => ({
    ...state,
    contents: [],
    files: list.length === 0 ? null : { place, list },
  }));
  on(templateActions.saved, (state) => ({ ...state, chosen: [], contents: [] }));
});

/** What the planner wires. */
export const templateDomain = { name: 'template', reducer: templateReducer } as const;
