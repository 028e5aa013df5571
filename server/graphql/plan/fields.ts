import { refers, renderMarkdown } from '../../text/markdown.ts';
import { type Field, type Row, type Scope, columnList, literal } from './query.ts';
import type { Selected } from './selection.ts';

/** The ways in which a field is made. `a` is the alias of the object's row. */

type Text = (a: string, scope: Scope, selected: Selected) => string;

/** A value that one SQL expression gives. */
export function value(text: Text): Field {
  return (scope, selected, key) => ({ columns: { [key]: text(scope.alias, scope, selected) } });
}

/** A column of the row as it is. */
export function column(name: string): Field {
  return value((a) => `${a}.${name}`);
}

/** An instant, `2026-03-01T10:00:00Z`. */
export function instant(name: string): Field {
  return value((a) => instantOf(`${a}.${name}`));
}

export const instantOf = (text: string): string => `to_char(${text} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `gid://gitlab/<type>/<id>` */
export function gid(type: string, name = 'id'): Field {
  return value((a) => `${literal(`gid://gitlab/${type}/`)} || ${a}.${name}`);
}

/** The same value for every row. */
export function constant(fixed: string | number | boolean | null): Field {
  return (_scope, _selected, key) => ({ shape: (row) => void (row[key] = fixed) });
}

/** A value that JavaScript computes from hidden columns (their names begin with `$`). */
export function computed(
  needs: (a: string, scope: Scope, selected: Selected) => Readonly<Record<string, string>>,
  compute: (row: Row, scope: Scope, selected: Selected) => unknown,
): Field {
  return (scope, selected, key) => ({
    columns: needs(scope.alias, scope, selected),
    shape: (row) => void (row[key] = compute(row, scope, selected)),
  });
}

/**
 * A text as HTML. `source` and `html`: SQL of the text and, where it was rendered elsewhere, of its HTML; `group` and `project`: of the full paths of what it
 * belongs to.
 */
export function markdown(
  source: (a: string) => string,
  {
    group,
    project,
    html = () => 'NULL',
  }: Readonly<Record<'group' | 'project', (a: string) => string>> & { html?: (a: string) => string },
): Field {
  return (scope, _selected, key) => {
    const name = `$md_${key}`;
    const { alias } = scope;
    return {
      columns: {
        [name]: `json_build_array(${html(alias)}, CASE WHEN ${html(alias)} IS NULL THEN ${source(alias)} END, ${group(alias)}, ${project(alias)})`,
      },
      shape: (row) => {
        const [made, written, groupPath, projectPath] = row[name] as (string | null)[];
        const text = written ?? '';
        row[key] = made ?? renderMarkdown(text);
        if (!refers(text)) return;
        const place = { groupPath: groupPath ?? null, projectPath: projectPath ?? null };
        scope.query.texts.push({ text: { source: text, place }, put: (shown) => void (row[key] = shown) });
      },
    };
  };
}

/** An object made of the same row's columns. */
export function part(type: string): Field {
  return (scope, selected, key) => {
    const { columns, shape } = scope.query.object(type, scope, selected.below);
    const text = `(SELECT row_to_json(o) FROM (SELECT ${columnList(columns)}) o)`;
    return { columns: { [key]: text }, ...(shape && { shape: (row) => shapeOne(row[key], shape) }) };
  };
}

/** Where one other object is found: `base` gives a FROM text that names its row `alias` and holds every column the type's fields use. */
export interface OneSource {
  readonly type: string;
  readonly from: (alias: string, outer: string, scope: Scope, selected: Selected) => string;
}

/** One other object, or null. `from` goes on until WHERE and is expected to find at most one row. */
export function one(source: OneSource): Field {
  return (scope, selected, key) => {
    const alias = scope.query.alias('o');
    const { columns, shape } = scope.query.object(source.type, { query: scope.query, alias }, selected.below);
    const from = source.from(alias, scope.alias, scope, selected);
    const text = `(SELECT row_to_json(o) FROM (SELECT ${columnList(columns)} FROM ${from} LIMIT 1) o)`;
    return { columns: { [key]: text }, ...(shape && { shape: (row) => shapeOne(row[key], shape) }) };
  };
}

export function shapeOne(row: unknown, shape: (row: Row) => void): void {
  if (typeof row === 'object' && row !== null) shape(row as Row);
}
