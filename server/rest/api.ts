import type { Viewer } from '../access/viewer.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { notFound, type RestAnswer, type RestRoute } from './types.ts';
import { pathOrId } from './writes/fields.ts';
import { validationAnswer } from './writes/parameters.ts';

type PlaceKind = 'group' | 'project';

/** What all calls behind `/api/v4/` tell alike, in GitLab's words. */
export const asApi = (route: RestRoute): RestRoute => {
  const [, of] = /^(group|project)s\/:id(?:\/|$)/.exec(route.pattern) ?? [];
  return {
    ...route,
    handle: async (ctx) => {
      const place = of === undefined ? null : { of: of as PlaceKind, id: ctx.params.id ?? '' };
      return apiAnswer(ctx, place, await route.handle(ctx));
    },
  };
};

/** AP-05.130: an answer as it goes out. `place`: the group or project in the address. */
export function apiAnswer(
  { store, viewer }: { readonly store: PlanStore; readonly viewer: Viewer },
  place: { readonly of: PlaceKind; readonly id: string } | null,
  answer: RestAnswer,
): RestAnswer | Promise<RestAnswer> {
  if (answer.status === 422) return invalidAnswer(answer);
  return place !== null && answer.body === notFound.body ? missing(store, viewer, place) : answer;
}

/** A place that is hidden or missing is told by its kind; what is missing in it is not. */
async function missing(
  store: PlanStore,
  viewer: Viewer,
  { of, id }: { readonly of: PlaceKind; readonly id: string },
): Promise<RestAnswer> {
  const place = await (of === 'group' ? store.group(viewer, pathOrId(id)) : store.project(viewer, pathOrId(id)));
  if (place !== undefined) return notFound;
  return { status: 404, body: { message: `404 ${of === 'group' ? 'Group' : 'Project'} Not Found` } };
}

/** A parameter of a wrong type is `error`; an attribute that may not be so is a `message` by its name; other refusals stay as they are. */
function invalidAnswer(answer: RestAnswer): RestAnswer {
  const { errors } = answer.body as { readonly errors?: unknown };
  if (!Array.isArray(errors) || !errors.every((error) => typeof error === 'string')) return answer;
  if (errors.length === 1 && /^[a-z_]+ is invalid$/.test(errors[0] ?? ''))
    return { status: 400, body: { error: errors[0] } };
  if (!errors.every((error) => ATTRIBUTE.test(error))) return answer;
  const named = validationAnswer({ errors: errors.map((error) => error.replace(/^(Start|Due) date/, '$1_date')) });
  // For people, as they are worded elsewhere.
  return { ...named, body: { ...(named.body as object), errors } };
}

const ATTRIBUTE = /^(?:Title|Description|Color|Weight|Start date|Due date|Milestone|Iteration|Assignee|Label) /;
