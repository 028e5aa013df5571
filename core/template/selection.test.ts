import {
  chooseTemplate,
  closeWarning,
  matchingTemplates,
  NO_SELECTION,
  NO_TEMPLATE,
  overrideText,
  resetTemplate,
} from './selection.ts';
import type { TemplateSelection } from './selection.ts';

const choice = (name: string, content: string) => ({ template: { name, projectId: 1, groupId: null }, content });
const BUG = choice('Bug', '## Steps\n\n1.\n');
const STORY = choice('Story', 'As a');
const WITH_BUG: TemplateSelection = { applied: BUG, warned: null };

test('IE-08.5 a blank text, and the previous template unchanged, are replaced', () => {
  expect(chooseTemplate(NO_SELECTION, BUG, ' \n')).toEqual({ selection: WITH_BUG, text: BUG.content });
  for (const text of [BUG.content, '## Steps\r\n\r\n1.', `${BUG.content}\n`]) {
    expect(chooseTemplate(WITH_BUG, STORY, text)).toEqual({
      selection: { applied: STORY, warned: null },
      text: STORY.content,
    });
  }
});

test('IE-08.6 a text of one’s own is replaced only after the warning; closing it keeps both', () => {
  for (const before of [NO_SELECTION, WITH_BUG]) {
    const asked = chooseTemplate(before, STORY, 'mine');
    expect(asked).toEqual({ selection: { ...before, warned: STORY }, text: null });
    expect(closeWarning(asked.selection)).toEqual(before);
    expect(overrideText(asked.selection)).toEqual({
      selection: { applied: STORY, warned: null },
      text: STORY.content,
    });
  }
  expect(overrideText(WITH_BUG)).toEqual({ selection: WITH_BUG, text: null });
  // The same template again, after changes, is one that overrides them.
  expect(chooseTemplate(WITH_BUG, BUG, 'mine').selection.warned).toBe(BUG);
});

test('IE-08.7 resetting ends the choice; only the template’s unchanged text goes', () => {
  expect(resetTemplate(WITH_BUG, BUG.content)).toEqual({ selection: NO_SELECTION, text: '' });
  expect(resetTemplate(WITH_BUG, 'mine')).toEqual({ selection: NO_SELECTION, text: null });
  expect(resetTemplate(NO_SELECTION, '')).toEqual({ selection: NO_SELECTION, text: null });
});

test('IE-08.8 no template empties the text, and asks before it empties one’s own', () => {
  expect(chooseTemplate(WITH_BUG, NO_TEMPLATE, BUG.content).text).toBe('');
  const asked = chooseTemplate(WITH_BUG, NO_TEMPLATE, 'mine');
  expect(asked.text).toBeNull();
  expect(overrideText(asked.selection)).toEqual({
    selection: { applied: NO_TEMPLATE, warned: null },
    text: '',
  });
});

test('IE-08.9 names are found by any part, in any case', () => {
  const categories = [
    { title: 'Project Templates', templates: [BUG.template, STORY.template] },
    { title: 'Group Acme', templates: [choice('big', '').template] },
  ];
  const found = (typed: string) =>
    matchingTemplates(categories, typed).map(({ title, templates }) => [title, ...templates.map(({ name }) => name)]);
  expect(found(' BU ')).toEqual([['Project Templates', 'Bug']]);
  expect(found('b')).toEqual([
    ['Project Templates', 'Bug'],
    ['Group Acme', 'big'],
  ]);
  expect(matchingTemplates(categories, '')).toEqual(categories);
  expect(found('x')).toEqual([]);
});
