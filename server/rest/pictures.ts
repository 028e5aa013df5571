import type { PictureOf } from '../command/picture.ts';
import { notFound, notFoundAs, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { pathId, pathOrId } from './writes/fields.ts';

/** Pictures of people, groups and projects. */

/** AP-09.66: nothing in it can run, whatever it holds, and nobody else may keep what not everybody may see. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-cache',
  vary: 'cookie',
};

/** `file`: as an address has it; absent: whatever it is called. */
async function picture(ctx: RestContext, of: PictureOf, file?: string): Promise<RestAnswer> {
  const found = await ctx.store.pictures.find(of);
  if (found === undefined || (file !== undefined && file !== found.file)) return notFoundAs('Avatar');
  const etag = `"${found.digest}"`;
  const headers = { ...HEADERS, etag };
  if (ctx.headers['if-none-match'] === etag) return { status: 304, headers };
  const disposition = `inline; filename="${found.file}"`;
  return {
    status: 200,
    headers: { ...headers, 'content-type': found.type, 'content-disposition': disposition },
    body: found.bytes,
  };
}

/** BD-05.31: those of groups and projects are for who may read them. */
async function upload(ctx: RestContext): Promise<RestAnswer> {
  const { kind, id: given, file = '' } = ctx.params;
  const id = pathId(given);
  if (id === null) return notFound;
  if (kind === 'user') return picture(ctx, { kind, id }, file);
  if (kind !== 'group' && kind !== 'project') return notFound;
  const place = await ctx.store.places.find(ctx.viewer, kind, id);
  return place === undefined ? notFound : picture(ctx, { kind, id }, file);
}

/** AP-09.69: as groups.md has it ("Download a group avatar"). */
async function groupPicture(ctx: RestContext): Promise<RestAnswer> {
  const group = await ctx.store.places.find(ctx.viewer, 'group', pathOrId(ctx.params.id ?? ''));
  return group === undefined ? notFound : picture(ctx, { kind: 'group', id: group.id });
}

export const pictureApi: readonly RestRoute[] = [{ method: 'GET', pattern: 'groups/:id/avatar', handle: groupPicture }];

/** Under /uploads/-/system/. */
export const uploadRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: ':kind/avatar/:id/:file', handle: upload },
];
