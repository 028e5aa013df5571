import type { RootState } from '../planner.ts';
import type { Stamped } from '../store/index.ts';
import type { Table } from '../table/index.ts';
import type { Refusal } from '../tree/rules.ts';
import type { ActionLog, LoggedAction, Segment } from './types.ts';
import { secretPayloadKeys } from '../access/index.ts';
import { entries, tableOf } from '../table/index.ts';
import { cannotBeAdded, refusalsOf } from '../tree/rules.ts';
import { stateHash } from './hash.ts';
import {
  isDay,
  isKnownText,
  isQueryName,
  isQueryValue,
  isRouteSegment,
  KEYED_BY_PATH,
  MASKED,
  REFERENCES,
} from './known-texts.ts';
import { isBuilt } from './markup.ts';
import { isObject, isBucket, isTable } from './parts.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { applyLogged } from './replay.ts';
import { ActionLogError } from './types.ts';

/** Stands for every character of a confidential text. */
const MASK = '•';
/** A member of an object that the product named. */
const MEMBER = /^[A-Za-z_][\w.]*$/;

/** Tables whose keys are neither ids nor paths, by what their keys are called. */
const KEY_NAMES: Readonly<Record<string, string>> = { queries: 'queryKey', versions: 'invalidates' };

class Redaction {
  readonly #names: Pseudonyms;

  constructor(seed: number) {
    this.#names = new Pseudonyms(seed);
  }

  /** `name`: the member under which the value stands, or the list. `masked`: it belongs to a confidential object. */
  value(value: unknown, name: string, masked = false): unknown {
    if (typeof value === 'string') return this.text(value, name, masked);
    if (!isObject(value)) return value;
    if (Array.isArray(value)) return (value as readonly unknown[]).map((part) => this.value(part, name, masked));
    if (isTable(value)) return this.#table(value as Table<unknown>, name);
    const confidential = 'confidential' in value && value.confidential === true;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        MEMBER.test(key) ? key : this.text(key, 'id', false),
        this.value(part, meaningOf(value, name, key), confidential && MASKED.has(key)),
      ]),
    );
  }

  /** The nodes keep their layout unless a key changes. */
  #table(table: Table<unknown>, name: string): Table<unknown> {
    const keyName = KEY_NAMES[name] ?? (KEYED_BY_PATH.has(name) ? 'fullPath' : 'id');
    const keys = [...entries(table)].map(([key]) => key);
    if (keys.every((key) => this.text(key, keyName, false) === key)) {
      return { size: table.size, root: this.#node(table.root, name) as Table<unknown>['root'] };
    }
    return tableOf(
      [...entries(table)].map(([key, value]) => [this.text(key, keyName, false), this.value(value, name)] as const),
    );
  }

  #node(node: object | null, name: string): object | null {
    if (node === null) return null;
    if (isBucket(node)) return { ...node, values: node.values.map((value) => this.value(value, name)) };
    const { branch } = node as { readonly branch: readonly (object | null)[] };
    return { branch: branch.map((child) => this.#node(child, name)) };
  }

  text(text: string, name: string, masked: boolean): string {
    if (secretPayloadKeys.includes(name)) return '';
    if (masked) return text.replace(/\S/g, MASK);
    if (isKnownText(name, text)) return text;
    if (name === 'queryKey') return this.#queryKey(text);
    if (REFERENCES.has(name)) return text.replace(/\S+/g, (word) => this.#reference(word));
    if (/^(?:https?:\/)?\/\S*$/.test(text)) return this.#address(text);
    if (text.startsWith('?') && !/\s/.test(text)) return this.#query(text);
    if (isDay(text)) return this.#names.day(text);
    const refusals = refusalsOf(text);
    if (refusals.length > 0) return cannotBeAdded(refusals.map((each) => this.#refusal(each)));
    return /\S\s+\S/.test(text) || isBuilt(text) ? this.#names.prose(text) : this.#names.words(text);
  }

  /** The name of a query is the product's; its own key is redacted like the members from which it is made. */
  #queryKey(text: string): string {
    const [name, ...parts] = text.split(' ');
    return [name, ...parts.map((part) => (isKnownText('iid', part) ? part : this.#names.words(part)))].join(' ');
  }

  /** What a server has against which reference, from which a form marks its tokens. */
  #refusal({ reference, reason }: Refusal) {
    return { reference: this.#reference(reference), errors: [this.text(reason, 'message', false)] };
  }

  /** The path is the owner's, the number stays. */
  #reference(word: string): string {
    if (/^https?:\/\//.test(word)) return this.#address(word);
    const [, path = word, number = ''] = /^(.*?)((?:(?:&amp;|&|#|^)\d+)?)$/.exec(word) ?? [];
    return this.#names.words(path) + number;
  }

  #address(text: string): string {
    const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)(.*)$/s.exec(text) ?? [];
    const scheme = /^https?:\/\//.exec(origin)?.[0] ?? '';
    const [, ...segments] = path.split('/');
    const changed = segments.map((segment, index) =>
      // What stands between the slashes may itself be a path whose slashes are written as %2F.
      isRouteSegment(segments, index) ? segment : segment.replace(/(?:(?!%2F).)+/gi, (part) => this.#names.words(part)),
    );
    const host = this.#names.words(origin.slice(scheme.length));
    const end = path.startsWith('/') ? `/${changed.join('/')}` : path;
    return scheme + host + end + (rest.startsWith('?') ? this.#query(rest) : this.#names.words(rest));
  }

  #query(text: string): string {
    const pairs = text.slice(1).split('&');
    return `?${pairs
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at < 0) return this.#names.words(pair);
        const [raw, value] = [pair.slice(0, at), pair.slice(at + 1)];
        const name = raw.replace(/(?:\[\]|%5B%5D)$/i, '');
        const shown = isQueryName(name) ? raw : this.#names.words(raw);
        return `${shown}=${isQueryValue(name, value) ? value : this.#names.words(value)}`;
      })
      .join('&')}`;
  }

  action({ type, payload, meta }: Stamped): Stamped {
    // The name of a domain is the product's own; without it the log cannot be replayed.
    const name = type === 'tree/referencesTyped' || type === 'link/referencesTyped' ? 'references' : '';
    return { type, payload: this.value(payload, name), meta: this.value(meta, 'meta') as Stamped['meta'] };
  }
}

/** What a member is called: its name, unless that has several meanings. */
function meaningOf(of: object, name: string, key: string): string {
  // The words that were typed, and the tokens that they became.
  if (name === 'references' && (key === 'text' || key === 'path')) return 'references';
  // What is entered into one of the sidebar's fields of dates.
  return key === 'value' && 'field' in of ? 'date' : key;
}

/**
 * The same log without what is somebody's: every text is replaced by a stable pseudonym of the same length unless it is known to say nothing about
 * anybody (known-texts.ts), and what is confidential is masked. Ids, iids, numbers and dates stay. Later checkpoints and all hashes are those of a
 * replay of what is left, so that the redacted log replays like any other, to the same structure. Another `seed` draws other pseudonyms; they do not depend
 * on what they stand for, so it is no secret.
 */
export function redact(log: ActionLog, seed = 1): ActionLog {
  const [first] = log.segments;
  if (first === undefined) throw new ActionLogError('truncated', 1, 'the log has no checkpoint to begin with.');
  const redaction = new Redaction(seed);
  const { viewer } = log.header;
  const header = {
    ...log.header,
    viewer: viewer === null ? null : redaction.text(viewer, 'username', false),
    redacted: true,
  };
  let state = redaction.value(first.checkpoint.state, 'state') as RootState;
  const segments: Segment[] = [];
  for (const { checkpoint, actions } of log.segments) {
    const start = { seq: checkpoint.seq, hash: stateHash(state), state };
    const redacted: LoggedAction[] = [];
    for (const { seq, action, hash } of actions) {
      const next: LoggedAction = { seq, action: redaction.action(action), hash: null };
      state = applyLogged(log, state, next);
      redacted.push(hash === null ? next : { ...next, hash: stateHash(state) });
    }
    segments.push({ checkpoint: start, actions: redacted });
  }
  return { header, segments, end: { seq: log.end.seq, hash: stateHash(state) } };
}
