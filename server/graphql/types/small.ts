import { textColorFor } from '@espalier/core/work-item/rules';
import { renderMarkdown } from '../../text/markdown.ts';
import { column, computed, constant, gid, instant, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { groupMemberships, projectMemberships } from './member.ts';

/** Users, labels. */

export const userFields: Fields = {
  avatarUrl: column('avatar_url'),
  bot: constant(false),
  groupMemberships,
  id: gid('User'),
  name: column('name'),
  projectMemberships,
  // GitLab 16.2 has no word for who is banned.
  state: value((a) => `CASE ${a}.state WHEN 'banned' THEN 'blocked' ELSE ${a}.state END`),
  username: column('username'),
  webPath: value((a) => `'/' || ${a}.username`),
  webUrl: value((a, { query }) => `${query.baseUrl()} || '/' || ${a}.username`),
};

export const labelFields: Fields = {
  color: column('color'),
  createdAt: instant('created_at'),
  description: column('description'),
  descriptionHtml: computed(
    (a) => ({ $d: `${a}.description` }),
    (row) => renderMarkdown((row.$d as string | null) ?? ''),
  ),
  id: value(
    (a) =>
      `CASE WHEN ${a}.group_id IS NULL THEN 'gid://gitlab/ProjectLabel/' ELSE 'gid://gitlab/GroupLabel/' END || ${a}.id`,
  ),
  textColor: computed(
    (a) => ({ $co: `${a}.color` }),
    (row) => textColorFor(row.$co as string),
  ),
  title: column('title'),
  updatedAt: instant('updated_at'),
};
