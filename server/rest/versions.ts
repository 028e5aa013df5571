import { diffHtml } from '../text/diff-html.ts';
import { deleteVersion, type VersionName, versionTexts } from '../work-item/versions.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { read, write } from './writes/answers.ts';
import { Fields, pathId } from './writes/fields.ts';

/** The versions of descriptions, beside the page of their item. */

type Kind = VersionName['kind'];

function nameOf(ctx: RestContext, kind: Kind): VersionName | null {
  const [iid, id] = [pathId(ctx.params['iid']), pathId(ctx.params['version_id'])];
  const startId = Fields.of(ctx).integer('start_version_id') ?? null;
  return iid === null || id === null ? null : { kind, path: ctx.groupPath, iid, id, startId };
}

const getDiff = (kind: Kind) =>
  read(async (ctx): Promise<RestAnswer> => {
    const name = nameOf(ctx, kind);
    if (name === null) return notFound;
    return { status: 200, body: diffHtml(await versionTexts(ctx.store, ctx.viewer, name)) };
  });

const destroy = (kind: Kind) =>
  write('delete description version', async (ctx): Promise<RestAnswer> => {
    const name = nameOf(ctx, kind);
    if (name === null) return notFound;
    const outcome = await deleteVersion(ctx.store, ctx.viewer, name, ctx.now);
    return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
  });

const routes = (kind: Kind): RestRoute[] => [
  { method: 'GET', pattern: `${kind}s/:iid/descriptions/:version_id/diff`, handle: getDiff(kind) },
  { method: 'DELETE', pattern: `${kind}s/:iid/descriptions/:version_id`, handle: destroy(kind) },
];

/** Behind `/groups/<full path>/-/`. */
export const epicVersionRoutes = routes('epic');
/** Behind `/<full path of a project>/-/`. */
export const issueVersionRoutes = routes('issue');
