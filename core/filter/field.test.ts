import type { FieldContext, FieldEvent, FieldValues, FilterField, Filters, FilterToken } from './rules.ts';
import {
  draftText,
  EMPTY_FIELD,
  emptyListText,
  fieldOptions,
  fieldStep,
  filtersText,
  NO_FILTERS,
  searchedBy,
  tokenText,
} from './rules.ts';

const value = (title: string) => ({ value: title, title, detail: null, color: null });
const found = (search: string, ...titles: string[]): FieldValues => ({
  search,
  status: 'ready',
  options: titles.map(value),
});
const LOADING: FieldValues = { search: '', status: 'loading', options: [] };
const NOTHING = found('nothing like it');
const token = (key: FilterToken['key'], given: string, operator: '=' | '!=' = '='): FilterToken => ({
  key,
  operator,
  value: given,
});

/** A person at the field of a filter bar. */
class Bar {
  field: FilterField = EMPTY_FIELD;
  filters: Filters = NO_FILTERS;
  values: FieldValues | null = null;
  signedIn = true;

  get context(): FieldContext {
    return { filters: this.filters, signedIn: this.signedIn, values: searchedBy(this.field.draft) && this.values };
  }
  get options(): readonly string[] {
    return fieldOptions(this.field.draft, this.field.text, this.context).map(({ title }) => title);
  }
  get draft(): string | null {
    return this.field.draft && draftText(this.field.draft);
  }
  send(event: FieldEvent): this {
    const step = fieldStep(this.field, event, this.context);
    this.field = step?.field ?? this.field;
    this.filters = step?.filters ?? this.filters;
    return this;
  }
  type(text: string): this {
    return this.send({ kind: 'typed', text });
  }
  press(...keys: string[]): this {
    for (const key of keys) this.send({ kind: 'pressed', key });
    return this;
  }
  answer(values: FieldValues): this {
    this.values = values;
    return this.send({ kind: 'answered' });
  }
  /** Writes the name of a token and takes it from the list. */
  begin(name: string): this {
    return this.type(name).press('ArrowDown', 'ArrowDown', 'Enter');
  }
}

const bar = (filters = NO_FILTERS) => Object.assign(new Bar(), { filters });

describe('RL-09.4 a token is written in steps', () => {
  test('RL-09.4 its name, its operator, its value', () => {
    const field = bar().type('lab');
    expect(field.options).toEqual(['Search for “lab”', 'Label']);
    field.press('ArrowDown', 'ArrowDown', 'Enter');
    expect([field.draft, field.field.text]).toEqual(['Label', '']);
    field.press('ArrowUp', 'Enter');
    expect(field.draft).toBe('Label is not');
    field.answer(found('', 'red', 'blue')).press('ArrowDown', 'ArrowDown', 'Enter');
    expect(field.filters.tokens).toEqual([token('label', 'blue', '!=')]);
    expect(field.field).toEqual(EMPTY_FIELD);
  });

  test('RL-09.4 RL-09.3 Backspace in the empty text goes one step back, and then takes search and tokens', () => {
    const field = bar({ tokens: [token('author', 'ada'), token('label', 'red')], search: 'two words' });
    field.begin('lab').press('Enter');
    field.press('Backspace');
    expect(field.draft).toBe('Label');
    field.press('Backspace');
    expect(field.draft).toBeNull();
    field.press('Backspace', 'Backspace');
    expect(field.filters).toEqual({ tokens: [token('author', 'ada')], search: '' });
    expect(field.type('x').press('Backspace').filters.tokens).toHaveLength(1);
    expect(fieldStep(EMPTY_FIELD, { kind: 'pressed', key: 'Backspace' }, bar().context)).toBeNull();
  });

  test('RL-09.4 a token with one operator has it at once, and loses both steps at once', () => {
    const field = bar().begin('mile');
    expect(field.draft).toBe('Milestone is');
    expect(field.press('Backspace').draft).toBeNull();
  });

  test('RL-09.4 fixed values are offered by their titles, and nothing is looked for', () => {
    const field = bar().begin('conf');
    expect([field.options, searchedBy(field.field.draft)]).toEqual([['Yes', 'No'], null]);
    expect(field.type('n').options).toEqual(['No']);
    expect(field.press('Enter').filters.tokens).toEqual([token('confidential', 'false')]);
    expect(field.begin('within').options).toEqual(['Titles', 'Descriptions']);
  });

  test('RL-09.4 the arrows go round, open a closed list, and Escape closes it first', () => {
    const field = bar().begin('lab').press('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(field.field.marked).toBe('=');
    field.press('Escape');
    expect([field.field.open, field.draft]).toEqual([false, 'Label']);
    expect(field.press('ArrowUp').field.open).toBe(true);
    field.press('Escape', 'Escape');
    expect(field.field).toEqual(EMPTY_FIELD);
    expect(fieldStep(field.field, { kind: 'pressed', key: 'Escape' }, field.context)).toBeNull();
    expect(fieldStep(field.field, { kind: 'pressed', key: 'a' }, field.context)).toBeNull();
  });

  test('RL-09.4 an empty list has nothing to mark', () => {
    const field = bar().begin('mile').answer(NOTHING).press('ArrowDown', 'ArrowUp');
    expect(field.field).toMatchObject({ open: true, marked: null });
  });
});

describe('RL-09.5 what was begun and is left', () => {
  test('RL-09.5 a token goes with the focus; the words of a search stay', () => {
    const field = bar().begin('lab').type('pri').send({ kind: 'left', window: false });
    expect(field.field).toEqual(EMPTY_FIELD);
    field.type('words').send({ kind: 'left', window: false });
    expect(field.field).toMatchObject({ text: 'words', open: false });
  });

  test('RL-09.5 while another window has the focus the token waits', () => {
    const field = bar().begin('lab').send({ kind: 'left', window: true });
    expect([field.draft, field.field.open]).toEqual(['Label', false]);
    expect(field.send({ kind: 'opened' }).options).toEqual(['is', 'is not']);
  });

  test('RL-09.5 the button that clears the filters takes it away', () => {
    const tokens = [token('label', 'red')];
    const field = bar({ tokens, search: '' }).begin('lab').send({ kind: 'cleared' });
    expect([field.field, field.filters]).toEqual([EMPTY_FIELD, NO_FILTERS]);
    expect(fieldStep(bar().begin('lab').field, { kind: 'cleared' }, bar().context)?.filters).toBeNull();
  });

  test('RL-09.5 so do other filters, such as a search of before', () => {
    const filters = { tokens: [], search: 'before' };
    expect(bar().begin('lab').send({ kind: 'replaced', filters })).toMatchObject({ field: EMPTY_FIELD, filters });
  });
});

describe('RL-12 a value that is typed', () => {
  const label = () => bar().begin('lab').press('Enter');
  const labels = (field: Bar) => field.filters.tokens.map((each) => each.value);

  test('RL-12.50 an empty list says that values are looked for, that there are none, or why', () => {
    expect(emptyListText(LOADING, 'No server')).toBe('Searching...');
    expect(emptyListText(NOTHING, 'No server')).toBe('No matches found');
    expect(emptyListText(null, null)).toBe('No matches found');
    expect(emptyListText({ ...LOADING, status: 'failed' }, 'No server')).toBe('No server');
  });

  test('RL-12.51 of is and is not Enter takes the first', () => {
    const field = bar().begin('lab');
    expect(field.options).toEqual(['is', 'is not']);
    expect(field.press('Enter').draft).toBe('Label is');
  });

  test('RL-12.52 blanks are no search; words are joined, not quoted', () => {
    expect(bar().type('   ').press('Enter')).toMatchObject({ filters: NO_FILTERS, field: { text: '   ' } });
    const field = bar().type(' two   words ').press('Enter');
    expect(field.type('more').press('Enter').filters.search).toBe('two words more');
  });

  test('RL-12.53 Enter takes the first value that is offered, the very words before it', () => {
    expect(
      labels(
        label()
          .type('pri')
          .answer(found('pri', 'priority', 'pri'))
          .press('Enter'),
      ),
    ).toEqual(['pri']);
    expect(
      labels(
        label()
          .type('PRI')
          .answer(found('PRI', 'priority', 'prime'))
          .press('Enter'),
      ),
    ).toEqual(['priority']);
  });

  test('RL-12.53 RL-09.2 where nothing is offered it is what was typed, if that can name anything', () => {
    expect(labels(label().type('gone').answer(found('gone')).press('Enter'))).toEqual(['gone']);
    const epic = bar().begin('epic').type('none').answer(found('none')).press('Enter');
    expect([epic.filters, epic.field.text]).toEqual([NO_FILTERS, 'none']);
  });

  test.each([LOADING, { ...LOADING, status: 'idle' as const }, found('', 'old red')])(
    'RL-12.53 pressed before the list for the text is there, Enter waits for it: %j',
    (values) => {
      const field = label().answer(values).type('prio').press('Enter');
      expect([labels(field), field.field.awaiting]).toEqual([[], true]);
      expect(labels(field.send({ kind: 'answered' }))).toEqual([]);
      expect(labels(field.answer(found('prio', 'priority')))).toEqual(['priority']);
    },
  );

  test('RL-12.53 letters that are typed after Enter are waited for', () => {
    const field = label().answer(LOADING).type('prio').press('Enter').type('priox').answer(found('priox', 'priox 2'));
    expect([labels(field), field.field.text]).toEqual([[], 'priox']);
  });

  test('RL-12.54 what is typed before the operator is of the value, unless it names an operator', () => {
    expect(bar().begin('lab').type('prio').press('Enter')).toMatchObject({
      draft: 'Label is',
      field: { text: 'prio' },
    });
    const named = bar().begin('lab').type('is not').press('Enter');
    expect(named).toMatchObject({ draft: 'Label is not', field: { text: '' } });
  });
});

test('RM-03.5 a visitor is not offered the reaction', () => {
  const visitor = Object.assign(bar(), { signedIn: false });
  expect(visitor.type('reac').options).toEqual(['Search for “reac”']);
});

test('RL-12.2 RL-08.4 filters in words', () => {
  const tokens = [token('author', 'ada'), token('label', 'red', '!='), token('epic', '12'), token('in', 'TITLE')];
  expect([...tokens, token('reaction', 'tada'), token('reaction', 'no_such')].map(tokenText)).toEqual([
    'Author is @ada',
    'Label is not red',
    'Epic is &12',
    'Search within is Titles',
    'My-Reaction is 🎉 tada',
    'My-Reaction is no_such',
  ]);
  expect(filtersText({ tokens: tokens.slice(0, 2), search: 'two words' })).toBe(
    'Author is @ada, Label is not red, “two words”',
  );
});
