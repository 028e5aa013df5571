import { textColorFor } from '@espalier/core/work-item/rules';
import { renderLine, renderMarkdown } from '../../text/markdown.ts';
import { meSql } from '../../access/filters.ts';
import { column, computed, gid, instant, one, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { groupMemberships, projectMemberships } from './member.ts';

/** Users, labels. */

/** AP-09.57: what a person tells of themselves. */
const told = (part: string) => value((a) => `${a}.profile->>'${part}'`);

export const userFields: Fields = {
  avatarUrl: column('avatar_url'),
  bio: told('bio'),
  bot: value((a) => `${a}.kind <> 'human'`),
  // To oneself and administrators.
  commitEmail: value((a, { query: { context } }) => {
    const { viewer } = context;
    if (viewer.admin) return `${a}.email`;
    return viewer.userId === null ? 'NULL::text' : `CASE WHEN ${a}.id = ${meSql(viewer)} THEN ${a}.email END`;
  }),
  createdAt: instant('created_at'),
  discord: told('discord'),
  groupMemberships,
  id: gid('User'),
  jobTitle: told('job_title'),
  linkedin: told('linkedin'),
  location: told('location'),
  name: column('name'),
  organization: told('organization'),
  projectMemberships,
  publicEmail: told('public_email'),
  // GitLab 16.2 has no word for who is banned.
  state: value((a) => `CASE ${a}.state WHEN 'banned' THEN 'blocked' ELSE ${a}.state END`),
  status: one({
    type: 'UserStatus',
    // What has run out is none.
    from: (alias, a, { query }) =>
      `(SELECT ${a}.status_emoji, ${a}.status_message, ${a}.status_busy ` +
      `WHERE (${a}.status_emoji IS NOT NULL OR ${a}.status_busy) ` +
      `AND (${a}.status_until IS NULL OR ${a}.status_until > ${query.now()})) ${alias}`,
  }),
  twitter: told('twitter'),
  username: column('username'),
  webPath: value((a) => `'/' || ${a}.username`),
  webUrl: value((a, { query }) => `${query.baseUrl()} || '/' || ${a}.username`),
};

export const userStatusFields: Fields = {
  availability: value((a) => `CASE WHEN ${a}.status_busy THEN 'BUSY' ELSE 'NOT_SET' END`),
  emoji: column('status_emoji'),
  message: column('status_message'),
  messageHtml: computed(
    (a) => ({ $m: `${a}.status_message` }),
    (row) => (row.$m === null ? null : renderLine(row.$m as string)),
  ),
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
