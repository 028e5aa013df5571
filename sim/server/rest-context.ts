import { hidden } from '../../server/command/outcome.ts';
import type { RestAnswer } from '../../server/rest/types.ts';
import type { Fields } from '../../server/rest/writes/fields.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import type { Session } from './session.ts';

export interface RestCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Context extends Session {
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the request; `wrapper`: `{ "epic": { "title": … } }` and `epic[title]` are `title`. */
  readonly fields: (wrapper?: string) => Fields;
}

export type Handler = (context: Context) => RestAnswer | Promise<RestAnswer>;

/** Method and pattern: `:group` and `:id` of a page hold slashes, `:id` of the API is escaped. */
export type Route = readonly [method: string, pattern: RegExp, handle: Handler];

export const ok = (body: unknown, status = 200): RestAnswer => ({ status, body });

export const INTEGER = /^[1-9]\d{0,14}$/;

export const numberIn = (text: string | undefined): number =>
  text !== undefined && INTEGER.test(text) ? Number(text) : hidden();

export const pathOrId = (text = ''): string | number => (INTEGER.test(text) ? Number(text) : text);

export const pageEpic = ({ rights, params }: Context): ItemRow =>
  rights.seeEpic(params['group'] ?? '', numberIn(params['iid'])) ?? hidden();

export const pageItem = ({ rights, params }: Context): ItemRow =>
  rights.seeProjectItem(params['group'] ?? '', numberIn(params['iid'])) ?? hidden();
