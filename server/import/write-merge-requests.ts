import { sql } from 'kysely';
import type { FileMergeRequest } from './format.ts';
import type { Places } from './write-places.ts';
import type { ItemIds } from './write-items.ts';
import { known, type Touched, type Writer } from './writer.ts';

/**
 * Merge requests with the items that they belong to; what the file no longer names of those of a merge request is taken from it. Answers those
 * that were made or changed.
 */
export async function writeMergeRequests(
  w: Writer,
  requests: readonly FileMergeRequest[],
  items: ItemIds,
  places: Places,
): Promise<Touched[]> {
  const touched = await w.batches(
    requests,
    'ext text, iid int, project bigint, title text, state text, author bigint, milestone bigint, pipeline text, url text, ' +
      'created timestamptz, merged timestamptz, closed timestamptz',
    (request) => ({
      ext: w.externalId(request.id),
      iid: request.iid,
      project: known(places.projects, request.projectId),
      title: request.title,
      state: request.state,
      author: request.authorId === null ? null : known(places.users, request.authorId),
      milestone: request.milestoneId === null ? null : known(places.milestones, request.milestoneId),
      pipeline: request.pipelineStatus,
      url: request.webUrl,
      created: request.createdAt ?? w.now,
      merged: request.mergedAt,
      closed: request.closedAt,
    }),
    (x) => sql<Touched>`
      INSERT INTO merge_requests AS r (external_id, iid, project_id, title, state, author_id, milestone_id, pipeline_status, web_url,
        created_at, merged_at, closed_at)
      SELECT x.ext, x.iid, x.project, x.title, x.state, x.author, x.milestone, x.pipeline, x.url, x.created, x.merged, x.closed
      FROM ${x} ORDER BY x.n
      ON CONFLICT (external_id) DO UPDATE SET iid = excluded.iid, project_id = excluded.project_id, title = excluded.title,
        state = excluded.state, author_id = excluded.author_id, milestone_id = excluded.milestone_id,
        pipeline_status = excluded.pipeline_status, web_url = excluded.web_url, created_at = excluded.created_at,
        merged_at = excluded.merged_at, closed_at = excluded.closed_at
      WHERE (r.iid, r.project_id, r.title, r.state, r.author_id, r.milestone_id, r.pipeline_status, r.web_url, r.merged_at, r.closed_at)
        IS DISTINCT FROM (excluded.iid, excluded.project_id, excluded.title, excluded.state, excluded.author_id, excluded.milestone_id,
          excluded.pipeline_status, excluded.web_url, excluded.merged_at, excluded.closed_at)
      RETURNING r.id, (xmax = 0) AS created`,
  );
  const pairs = requests.flatMap(({ id, itemIds }) => itemIds.map((item) => ({ id, item })));
  await sql`
    DELETE FROM merge_request_items i USING merge_requests r
    WHERE r.id = i.merge_request_id AND r.external_id = ANY(${requests.map(({ id }) => w.externalId(id))}::text[])
      AND (r.external_id, i.work_item_id) NOT IN (
        SELECT * FROM unnest(${pairs.map(({ id }) => w.externalId(id))}::text[], ${pairs.map(({ item }) => known(items, item))}::bigint[]))
  `.execute(w.tx);
  await w.batches(
    pairs,
    'ext text, item bigint',
    ({ id, item }) => ({ ext: w.externalId(id), item: known(items, item) }),
    (x) => sql`
      INSERT INTO merge_request_items (merge_request_id, work_item_id)
      SELECT r.id, x.item FROM ${x} JOIN merge_requests r ON r.external_id = x.ext
      ON CONFLICT DO NOTHING`,
  );
  return touched;
}
