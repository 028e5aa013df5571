import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  extendSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  specifiedRules,
  NoUnusedFragmentsRule,
  validate,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

const read = (path: string): string => readFileSync(path, 'utf8');

const ours = buildSchema(read('core/api/schema.graphql'));
/** What GitLab does not have; each name stands in docs/deviations.md with its reason. */
const DEVIATIONS = `
  type GroupChange { fullPath: ID! kinds: [String!]! }
  type ItemChange { id: ID! kinds: [String!]! }
  type Presence { count: Int! people: [PresentPerson!]! }
  type PresentPerson { avatarUrl: String editing: PresenceField id: UserID! name: String! username: String! }
  enum PresenceField {
    ASSIGNEES COLOR CONFIDENTIALITY DATES DESCRIPTION HEALTH_STATUS ITERATION LABELS MILESTONE PARENT PROGRESS TIME_TRACKING TITLE WEIGHT
  }
  extend type Milestone { descriptionHtml: String }
  input IssueSetTitleInput { clientMutationId: String iid: String! projectPath: ID! title: String! }
  type IssueSetTitlePayload { clientMutationId: String errors: [String!]! issue: Issue }
  extend type Mutation {
    issueSetTitle(input: IssueSetTitleInput!): IssueSetTitlePayload
  }
  extend type Subscription {
    groupChanged(fullPath: ID!): GroupChange
    itemChanged(issuableId: IssuableID!): ItemChange
    presence(editing: PresenceField, issuableId: IssuableID!): Presence
  }
`;
/** GitLab's, as far as ours names its types, and what deviates. */
const theirs = extendSchema(buildSchema(read('fixtures/wire/gitlab-16.2.subset.graphql')), parse(DEVIATIONS));

const folder = 'core/api/operations';
const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
const operations = parse(files.map((file) => read(`${folder}/${file}`)).join('\n'));

const own = (schema: GraphQLSchema): readonly GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** What of a type the other lacks, in words. */
function lacking(mine: GraphQLNamedType, other: GraphQLNamedType | undefined): readonly string[] {
  const { name } = mine;
  if (other === undefined) return [`${name} does not exist`];
  if (mine.constructor !== other.constructor) return [`${name} is of another kind`];
  if (isEnumType(mine) && isEnumType(other)) {
    return mine
      .getValues()
      .flatMap((value) => (other.getValue(value.name) ? [] : [`${name}.${value.name} does not exist`]));
  }
  if (isUnionType(mine) && isUnionType(other)) {
    const known = other.getTypes().map((type) => type.name);
    return mine.getTypes().flatMap((type) => (known.includes(type.name) ? [] : [`${name} has no ${type.name}`]));
  }
  if (isInputObjectType(mine) && isInputObjectType(other)) {
    const known = other.getFields();
    const missing = Object.values(known).filter(
      (field) =>
        String(field.type).endsWith('!') && field.defaultValue === undefined && !(field.name in mine.getFields()),
    );
    return [
      ...Object.values(mine.getFields()).flatMap((field) =>
        sameType(`${name}.${field.name}`, field.type, known[field.name]?.type),
      ),
      ...missing.map((field) => `${name}.${field.name} is required`),
    ];
  }
  if ((isObjectType(mine) || isInterfaceType(mine)) && (isObjectType(other) || isInterfaceType(other))) {
    const known = other.getFields();
    return [
      ...mine
        .getInterfaces()
        .flatMap((one) =>
          other.getInterfaces().some((it) => it.name === one.name) ? [] : [`${name} does not implement ${one.name}`],
        ),
      ...Object.values(mine.getFields()).flatMap((field) => {
        const there = known[field.name];
        const at = `${name}.${field.name}`;
        if (there === undefined) return [`${at} does not exist`];
        return [
          ...sameType(at, field.type, there.type),
          ...field.args.flatMap((argument) => {
            const twin = there.args.find((it) => it.name === argument.name);
            const defaults =
              twin !== undefined && twin.defaultValue !== argument.defaultValue && !Array.isArray(twin.defaultValue);
            return [
              ...sameType(`${at}(${argument.name})`, argument.type, twin?.type),
              ...(defaults ? [`${at}(${argument.name}) has another default`] : []),
            ];
          }),
          ...there.args
            .filter((it) => String(it.type).endsWith('!') && !field.args.some((argument) => argument.name === it.name))
            .map((it) => `${at}(${it.name}) is required`),
        ];
      }),
    ];
  }
  return [];
}

function sameType(at: string, mine: unknown, other: unknown): readonly string[] {
  if (other === undefined) return [`${at} does not exist`];
  return String(mine) === String(other) ? [] : [`${at} is ${String(other)} there, ${String(mine)} here`];
}

test('the contract is a subset of GitLab 16.2: every type, field, argument and value exists there and is the same', () => {
  expect(own(ours).length).toBeGreaterThan(100);
  expect(own(ours).flatMap((type) => lacking(type, theirs.getType(type.name)))).toEqual([]);
});

test('what deviates is listed with its reason', () => {
  const listed = read('docs/deviations.md');
  const names = [...DEVIATIONS.matchAll(/(\w+)\(/g)].map(([, name]) => name);
  expect(names).toEqual(['issueSetTitle', 'groupChanged', 'itemChanged', 'presence']);
  expect(names.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});

test.each([
  ['a field that GitLab does not have', 'type Label { colour: String }', ['Label.colour does not exist']],
  ['another type', 'type Label { title: String }', ['Label.title is String! there, String here']],
  ['a value that does not exist', 'enum MoveType { beside }', ['MoveType.beside does not exist']],
  ['a type that does not exist', 'type Espalier { id: ID }', ['Espalier does not exist']],
  ['another member', 'union Issuable = Label type Label { title: String! }', ['Issuable has no Label']],
  ['an argument', 'type Epic { reference(short: Boolean): String! }', ['Epic.reference(short) does not exist']],
])('the comparison finds %s', (_, text, faults) => {
  const [type] = own(buildSchema(text)).filter(({ name }) =>
    new RegExp(`\\b${name}\\b`).test(text.split('{')[0] ?? ''),
  );
  if (type === undefined) throw new Error('No type in the example');
  expect(lacking(type, theirs.getType(type.name))).toEqual(faults);
});

// All files stand for one document here: which operation needs which fragment is the printer's matter.
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

test.each([
  ['the contract', ours],
  ['GitLab 16.2', theirs],
])('every operation validates against %s', (_, schema) => {
  expect(files.length).toBeGreaterThan(5);
  expect(validate(schema, operations, rules).map(({ message }) => message)).toEqual([]);
});
