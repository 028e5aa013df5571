import { isHealthStatus, stateEvent } from '@espalier/core/work-item/rules';
import { refuse } from '../../command/outcome.ts';
import type { LabelsPatch } from '../../work-item/labels.ts';

/**
 * The fields of a request, wherever the client puts them: `epic[title]=x` in the query or a form, `{ "epic": { "title": … } }` or plain
 * `{ "title": … }` in the body. The methods return undefined for an absent field and refuse a value of the wrong type (422).
 */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  static of(
    ctx: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown },
    wrapper?: string,
  ): Fields {
    const values = new Map<string, unknown>();
    const take = (from: Readonly<Record<string, unknown>>): void => {
      for (const [key, value] of Object.entries(from)) {
        const [, outer, inner] = /^(\w+)\[(\w+)\](?:\[\])?$/.exec(key) ?? [];
        values.set(
          outer !== undefined && outer === wrapper && inner !== undefined ? inner : key.replace(/\[\]$/, ''),
          value,
        );
      }
    };
    take(ctx.query);
    const body = recordOf(ctx.body);
    take(body);
    const inner = wrapper === undefined ? undefined : body[wrapper];
    if (inner !== undefined) take(recordOf(inner));
    return new Fields(values);
  }

  has(name: string): boolean {
    return this.#values.get(name) !== undefined;
  }

  /** As it was sent. */
  value(name: string): unknown {
    return this.#values.get(name);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === 'string') return value;
    return invalid(name);
  }

  /** Null clears the field. */
  nullableText(name: string): string | null | undefined {
    return this.#values.get(name) === null ? null : this.text(name);
  }

  /** A civil day; null and empty text mean none. */
  day(name: string): string | null | undefined {
    const value = this.nullableText(name);
    return value === '' ? null : value;
  }

  flag(name: string): boolean | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === '1' || value === 1) return true;
    if (value === 'false' || value === '0' || value === 0) return false;
    return invalid(name);
  }

  /** A whole number, or one as text. */
  integer(name: string): number | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === '') return undefined;
    return integerOf(value) ?? invalid(name);
  }

  /** The number or the full path of a group or project. */
  id(name: string): number | string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' && value !== '' ? value : this.integer(name);
  }

  nullableInteger(name: string): number | null | undefined {
    const value = this.#values.get(name);
    return value === null || value === '' ? null : this.integer(name);
  }

  /** A list of ids, or the same as comma-separated text. */
  ids(name: string): number[] | undefined {
    return this.#list(name)?.map((value) => integerOf(value) ?? invalid(name));
  }

  /** A list of texts, or one comma-separated text. */
  texts(name: string): string[] | undefined {
    return this.#list(name)?.map((value) =>
      typeof value === 'string' && !value.includes('\0') ? value : invalid(name),
    );
  }

  /** A list of texts, or one text, which is not split at commas. */
  words(name: string): string[] | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.map((word) => (typeof word === 'string' ? word : invalid(name)));
  }

  stateEvent(): 'close' | 'reopen' | undefined {
    const text = this.text('state_event');
    return text === undefined ? undefined : (stateEvent(text) ?? invalid('state_event'));
  }

  healthStatus(): 'onTrack' | 'needsAttention' | 'atRisk' | null | undefined {
    const text = this.nullableText('health_status');
    if (text === undefined || text === null) return text;
    const name = text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return isHealthStatus(name) ? name : invalid('health_status');
  }

  /** Label fields of the page routes (`label_ids`) and of the API (`labels`, `add_labels`, `remove_labels`). */
  labels(): LabelsPatch | undefined {
    const ids = this.ids('label_ids');
    const titles = this.texts('labels');
    const addTitles = this.texts('add_labels');
    const removeTitles = this.texts('remove_labels');
    const addIds = this.ids('add_label_ids');
    const removeIds = this.ids('remove_label_ids');
    const patch = { ids, titles, addTitles, removeTitles, addIds, removeIds };
    return Object.values(patch).some((value) => value !== undefined) ? patch : undefined;
  }

  /** The fields of a JSON object within. */
  object(name: string): Fields | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return invalid(name);
    return new Fields(new Map(Object.entries(value)));
  }

  /** For callers that find a value wrong themselves. */
  refuse(name: string): never {
    return invalid(name);
  }

  #list(name: string): unknown[] | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    if (value === null || value === '') return [];
    if (Array.isArray(value)) return value.filter((each) => each !== '');
    return typeof value === 'string' ? value.split(',') : [value];
  }
}

/** An id in a path, `12` or `12.json`; null for anything that cannot be an id. */
export function pathId(text: string | undefined): number | null {
  const digits = /^([0-9]{1,18})(?:\.json)?$/.exec(text ?? '')?.[1];
  const id = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** `:id` of a group or project: its number or its full path. */
export const pathOrId = (text: string): string | number => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text);

function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?[0-9]{1,18}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function invalid(name: string): never {
  refuse(422, `${name} is invalid`);
}

function recordOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined || body === null || body === '') return {};
  if (typeof body !== 'object' || Array.isArray(body)) refuse(400, 'The body must be a JSON object');
  return body as Readonly<Record<string, unknown>>;
}
