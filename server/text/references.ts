import { IID_MAX, labelledListPath, textColorFor } from '@espalier/core/work-item/rules';
import { type Candidate, filled, type ReferredKind } from './candidates.ts';
import { escapeHtml } from './escape.ts';
import type { Rendered } from './markdown.ts';

/** To what a text belongs: what its short references mean. */
export interface Place {
  readonly groupPath: string | null;
  /** Null: it belongs to the group itself. */
  readonly projectPath: string | null;
}

/** What is looked up. Of labels and milestones `path` is that of the project, or null, and `group` that of the group; of all others one of both is the owner. */
export interface Wanted {
  readonly kind: ReferredKind;
  readonly group: string | null;
  readonly project: string | null;
  readonly name: string;
}

/** What was found, and the reader may see. */
export interface Referred {
  readonly kind: ReferredKind;
  readonly id: number;
  /** Title; of a person the name. */
  readonly title: string;
  readonly state: string | null;
  readonly color: string | null;
  /** Full path of the owner, with `isProject`; of a person the username. */
  readonly path: string;
  readonly isProject: boolean;
  readonly iid: number | null;
}

/** Looks up all of them at once; what is not there, or not for this reader, is undefined. */
export interface References {
  readonly find: (wanted: readonly Wanted[]) => Promise<readonly (Referred | undefined)[]>;
  /** `https://host[:port]` of this server. */
  readonly origin: string;
}

/** A text to be shown to one reader. */
export interface PlacedText {
  readonly text: Rendered;
  readonly place: Place;
}

/** IE-07.25: texts as one reader sees them, whatever they refer to looked up together. */
export async function renderTexts(texts: readonly PlacedText[], references: References): Promise<string[]> {
  const wanted = new Map<string, Wanted>();
  const made = texts.map(({ text, place }) => {
    const keys = text.candidates.map((candidate) => {
      const asked = wantedBy(candidate, place, references.origin);
      const key = asked === null ? '' : JSON.stringify(Object.values(asked));
      if (asked !== null && !wanted.has(key)) wanted.set(key, asked);
      return key;
    });
    return { text, keys, place };
  });
  const found = wanted.size === 0 ? [] : await references.find([...wanted.values()]);
  const byKey = new Map([...wanted.keys()].map((key, index) => [key, found[index]]));
  return made.map(({ text, keys, place }) =>
    filled(text.parts, text.candidates, (candidate, index) => {
      const referred = byKey.get(keys[index] ?? '');
      return referred === undefined ? candidate.plain : linkTo(referred, candidate, place);
    }),
  );
}

/** IE-07.22: what is meant by a reference that stands here; null: nothing. */
function wantedBy({ kind, path, name, origin }: Candidate, place: Place, own: string): Wanted | null {
  if (origin !== undefined && origin !== own) return null;
  const { groupPath, projectPath } = place;
  if (kind === 'user') return { kind, group: null, project: null, name: name.toLowerCase() };
  if (kind === 'label' || kind === 'milestone')
    return groupPath === null ? null : { kind, group: groupPath, project: projectPath, name };
  if (Number(name) > IID_MAX) return null;
  if (kind === 'epic') {
    const group = path ?? groupPath;
    return group === null ? null : { kind, group: group.toLowerCase(), project: null, name };
  }
  const beside = path === null || path.includes('/') || groupPath === null ? path : `${groupPath}/${path}`;
  const project = beside ?? projectPath;
  return project === null ? null : { kind, group: null, project: project.toLowerCase(), name };
}

/** A link with what GitLab's own has: the kind, the id, a class of the kind; and what it is, to be read on hover. */
function linkTo(referred: Referred, candidate: Candidate, place: Place): string {
  const { kind, id, title, state } = referred;
  const href = candidate.origin === undefined ? hrefOf(referred, place) : candidate.text;
  const hover = kind === 'label' || kind === 'user' || state === null ? title : `${title} (${STATES[state] ?? state})`;
  const attributes =
    `href="${escapeHtml(href)}" class="gfm gfm-${CLASSES[kind]}" title="${escapeHtml(hover)}" ` +
    `data-reference-type="${kind}" data-${kind}="${id}" data-original="${escapeHtml(candidate.text)}"`;
  const shown = escapeHtml(textOf(referred, candidate, place));
  if (kind !== 'label') return `<a ${attributes}>${shown}</a>`;
  const color = referred.color !== null && /^#[\da-f]{3,8}$/i.test(referred.color) ? referred.color : '#808080';
  const style = `background-color: ${color}; color: ${textColorFor(color)}`;
  return `<span class="gl-label"><a ${attributes}><span class="gl-label-text" style="${style}">${shown}</span></a></span>`;
}

const CLASSES: Readonly<Record<ReferredKind, string>> = {
  user: 'project_member',
  epic: 'epic',
  issue: 'issue',
  label: 'label',
  milestone: 'milestone',
};
const STATES: Readonly<Record<string, string>> = { opened: 'open', active: 'open' };

function hrefOf({ kind, path, isProject, iid, title }: Referred, { groupPath, projectPath }: Place): string {
  if (kind === 'user') return `/${path}`;
  if (kind === 'label') {
    const list = projectPath === null ? `/groups/${groupPath}/-/epics` : `/${projectPath}/-/issues`;
    return labelledListPath(list, title);
  }
  const pages = { epic: 'epics', issue: 'issues', milestone: 'milestones' } as const;
  return `${isProject ? '/' : '/groups/'}${path}/-/${pages[kind]}/${iid}`;
}

/** As it was written; an address becomes the reference, as short as it may be here. Labels are shown by their titles. */
function textOf({ kind, title, path, iid }: Referred, { text, titled, origin }: Candidate, place: Place): string {
  if (kind === 'label') return title;
  if (kind === 'milestone') return `%${title}`;
  if (titled) return `${title} (${text.slice(0, -1)})`;
  if (origin === undefined) return text;
  const here = kind === 'epic' ? place.groupPath : place.projectPath;
  return `${path === here ? '' : path}${kind === 'epic' ? '&' : '#'}${iid}`;
}
