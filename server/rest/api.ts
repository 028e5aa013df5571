import { notFound, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { validationAnswer } from './writes/parameters.ts';
import { pathOrId } from './writes/fields.ts';

/** AP-05.130: what all calls behind `/api/v4/` tell alike, in GitLab's words. */
export const asApi = (route: RestRoute): RestRoute => ({
  ...route,
  handle: async (ctx) => {
    const answer = await route.handle(ctx);
    if (answer.status === 422) return invalidAnswer(answer);
    return answer.body === notFound.body ? missing(ctx, route) : answer;
  },
});

/** A place that is hidden or missing is told by its kind; what is missing in it is not. */
async function missing({ store, viewer, params }: RestContext, { pattern }: RestRoute): Promise<RestAnswer> {
  const [, of] = /^(group|project)s\/:id(?:\/|$)/.exec(pattern) ?? [];
  if (of === undefined) return notFound;
  const id = pathOrId(params.id ?? '');
  const place = await (of === 'group' ? store.group(viewer, id) : store.project(viewer, id));
  if (place !== undefined) return notFound;
  return { status: 404, body: { message: `404 ${of === 'group' ? 'Group' : 'Project'} Not Found` } };
}

/** A parameter of a wrong type is `error`; an attribute that may not be so is a `message` by its name; other refusals stay as they are. */
function invalidAnswer(answer: RestAnswer): RestAnswer {
  const { errors } = answer.body as { readonly errors?: unknown };
  if (!Array.isArray(errors) || !errors.every((error) => typeof error === 'string')) return answer;
  if (errors.length === 1 && /^[a-z_]+ is invalid$/.test(errors[0] ?? ''))
    return { status: 400, body: { error: errors[0] } };
  return errors.every((error) => ATTRIBUTE.test(error))
    ? validationAnswer({ errors: errors.map((error) => error.replace(/^(Start|Due) date/, '$1_date')) })
    : answer;
}

const ATTRIBUTE = /^(?:Title|Description|Color|Weight|Start date|Due date|Milestone|Iteration|Assignee|Label) /;
