import { chooseReference, NO_COMPLETION, type ReferenceField, typeReferences } from './reference-field.ts';

const place = { context: { kind: 'epic', groupPath: 'acme' }, completes: true } as const;
const typed = (text: string): ReferenceField =>
  typeReferences<ReferenceField>(
    { input: '', references: [], completion: NO_COMPLETION, error: null },
    text,
    text.length,
    place,
  );
const texts = ({ references }: ReferenceField) => references.map(({ text }) => text);

test('TR-09.36 choosing an item takes away the words of its title by which it was looked for', () => {
  const looking = typed('starts and ends');
  expect([texts(looking), looking.input]).toEqual([['starts', 'and'], 'ends']);
  const chosen = chooseReference(looking, '&16', place);
  expect([texts(chosen), chosen.input]).toEqual([['&16'], '']);
});

test('TR-09.36 references before them stay, valid or not', () => {
  expect(texts(chooseReference(typed('&7 sink#x one da'), '&16', place))).toEqual(['&7', 'sink#x', '&16']);
});
