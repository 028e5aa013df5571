import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../graphql/schema.ts';

/** Selections made from the contract itself: a field that is added to it is asked for from then on. */

const ROWS = 20;

/** Of the fields that lead from an object to further ones, which are asked for together: all of them, or one of several parts. */
interface Part {
  readonly at: number;
  readonly of: number;
}

const WHOLE: Part = { at: 0, of: 1 };

/** What is followed further is asked for in so many documents: one of all fields reads more tables than a query may. */
const PARTS = 2;

/** Every field of a type down to `depth` objects; pages of a list are no depth of their own. Without `__typename` an object could be empty. */
export function everything(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (!type) throw new TypeError(`no type ${typeName}`);
  return ofType(type, depth);
}

/** `depth`: how many more objects may be stepped into from this one. */
function ofType(type: GraphQLNamedType, depth: number, part = WHOLE): string {
  if (isInterfaceType(type)) {
    const parts = schema.getPossibleTypes(type).map((one) => `... on ${one.name} ${ofType(one, depth, part)}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(type)) throw new TypeError(`${type.name} has no fields`);
  const all = Object.values(type.getFields());
  // What is taken apart are the rows of a list, not the list.
  const isList = type.name.endsWith('Connection');
  const chosen = isList ? all : all.filter(({ type: of }, index) => isLeaf(of) || index % part.of === part.at);
  const fields = chosen.flatMap((field) => ofField(field, depth, isList ? part : WHOLE) ?? []);
  return `{ __typename ${fields.join(' ')} }`;
}

/** One field with all below it; nothing for an object beyond the depth, or one that wants to be told more. */
function ofField(field: GraphQLField<unknown, unknown>, depth: number, part = WHOLE): string | undefined {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return field.name;
  // `nodes` say what `edges` say.
  if (field.args.some(isRequiredArgument) || field.name === 'edges') return undefined;
  const inList = field.name === 'nodes';
  // The rows of a list and its page belong to the list.
  if (depth === 0 && !inList && field.name !== 'pageInfo') return undefined;
  const args = field.args.some(({ name }) => name === 'first') ? `(first: ${ROWS})` : '';
  return `${field.name}${args} ${ofType(type, inList ? depth : depth - 1, part)}`;
}

/**
 * The fields of a type that lead to other objects, each as a selection of its own: one document for all of them would be too large. Those of
 * `deeper` go one object further.
 */
export function fieldByField(
  typeName: string,
  deeper: readonly string[],
): readonly { readonly name: string; readonly text: string }[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new TypeError(`no object type ${typeName}`);
  const leaves = Object.values(type.getFields()).filter((field) => isLeaf(field.type));
  const objects = Object.values(type.getFields())
    .filter((field) => !isLeaf(field.type))
    .flatMap((field) => {
      const parts = deeper.includes(field.name)
        ? Array.from({ length: PARTS }, (_, at) => ({ at, of: PARTS }))
        : [undefined];
      return parts.flatMap((part) => {
        const text = ofField(field, part ? 2 : 1, part);
        return text === undefined ? [] : [{ name: part ? `${field.name}, part ${part.at + 1}` : field.name, text }];
      });
    });
  return [{ name: 'own fields', text: leaves.map(({ name }) => name).join(' ') }, ...objects];
}

const isLeaf = (type: GraphQLOutputType) => isLeafType(getNamedType(type));
