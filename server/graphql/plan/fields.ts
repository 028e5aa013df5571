import { rendered } from '../../text/markdown.ts';
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

type Sql = (a: string) => string;

/** Where a text belongs, of a row that has the full paths of its group, and of its project if there may be one. */
export const placeOf =
  (hasProject: boolean): Sql =>
  (a) =>
    `json_build_array(${a}.g_path, ${hasProject ? `${a}.p_path` : 'NULL'})`;

/** A text as HTML. `place`: SQL as `placeOf` makes it; `html`: where it may have been rendered elsewhere, of that. */
export function markdown(source: Sql, place: Sql, html: Sql = () => 'NULL'): Field {
  return ({ alias: a, query }, _selected, key) => {
    const name = `$md_${key}`;
    return {
      columns: {
        [name]: `json_build_array(${html(a)}, CASE WHEN ${html(a)} IS NULL THEN ${source(a)} END, ${place(a)})`,
      },
      shape: (row) => {
        const [made, written, [groupPath = null, projectPath = null]] = row[name] as Written;
        const text = rendered(written ?? '');
        row[key] = made ?? text.html;
        const put = (shown: string) => void (row[key] = shown);
        if (text.candidates.length > 0) query.texts.push({ text, place: { groupPath, projectPath }, put });
      },
    };
  };
}

type Written = readonly [made: string | null, written: string | null, place: readonly (string | null)[]];

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
    const text = `(SELECT row_to_json(o) FROM (SELECT ${columnList(columns)} FROM ${scope.query.beside(alias, from)} LIMIT 1) o)`;
    return { columns: { [key]: text }, ...(shape && { shape: (row) => shapeOne(row[key], shape) }) };
  };
}

export function shapeOne(row: unknown, shape: (row: Row) => void): void {
  if (typeof row === 'object' && row !== null) shape(row as Row);
}
