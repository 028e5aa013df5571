import {
  ACTION_KEYS,
  fuzzyRank,
  fuzzyScore,
  groupOfPath,
  helpTables,
  keysText,
  placeFrom,
  placeOfReference,
  projectOfPath,
  shortcut,
  shadowing,
  shortcutOf,
  SELECTION_KEYS,
  SHORTCUTS,
  type KeyContext,
  type Place,
  type Pressed,
} from './rules.ts';
import { RECENT_MAX, withPlace } from './slice.ts';
import { BAR_KEYS, GRID_KEYS } from '../roadmap/rules.ts';
import { TREE_KEYS, TREE_MENU_KEY, TREE_MOVE_KEYS } from '../tree/rules.ts';
import fc from 'fast-check';

const rank = (typed: string, ...texts: readonly string[]) => fuzzyRank(typed, texts, (text) => text);

describe('finding', () => {
  test('BD-08.30 of two that match alike the shorter one comes first', () => {
    expect(rank('epic', 'Epics of this group', 'Epics')).toEqual(['Epics', 'Epics of this group']);
    const [short, long] = [fuzzyScore('epic', 'Epics') ?? 0, fuzzyScore('epic', 'Epics of this group') ?? 0];
    expect((short - 2) / (long - 2)).toBeCloseTo((150 + 19) / (150 + 5));
  });

  test('BD-08.31 the characters stand in the text in their order, in capitals or not, whatever blanks are typed', () => {
    expect(fuzzyScore('nw epc', 'New epic')).not.toBeNull();
    expect(fuzzyScore('cipe', 'New epic')).toBeNull();
    expect(fuzzyScore('NEW', 'new epic')).not.toBeNull();
    expect(fuzzyScore('', 'anything')).toBe(0);
    expect(fuzzyScore('x', '')).toBeNull();
  });

  test('BD-08.31 the best of several ways counts', () => {
    // The a of "roadmap" comes first; the word "add" is the better place.
    expect(fuzzyScore('add', 'Roadmap: add')).toBeGreaterThan(fuzzyScore('add', 'Roadmap drawer d') ?? 0);
  });

  test('BD-08.32 starts of words and characters that follow one another count more', () => {
    expect(rank('map', 'a-m-xa-p', 'roadmap', 'map of it')[0]).toBe('map of it');
    expect(fuzzyScore('m', 'roadMap')).toBeGreaterThan(fuzzyScore('m', 'roadmap') ?? 0);
    expect(fuzzyScore('ad', 'xadx')).toBeGreaterThan(fuzzyScore('ad', 'xaxd') ?? 0);
  });

  test('BD-08.33 first letters of the words win', () => {
    expect(rank('ne', 'Next', 'New epic')).toEqual(['New epic', 'Next']);
    expect(rank('cte', 'Collect the eggs of it', 'Close this epic')[0]).toBe('Close this epic');
  });

  test('BD-08.34 the best first, of equals the earlier, and everything for nothing', () => {
    expect(rank('', 'b', 'a')).toEqual(['b', 'a']);
    expect(rank('a', 'xa', 'ya', 'a')).toEqual(['a', 'xa', 'ya']);
    expect(rank('q', 'a')).toEqual([]);
  });

  const small = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 5 });
  const before = (typed: string, better: string, worse: string) =>
    expect(rank(typed, worse, better)).toEqual([better, worse]);

  test.each([
    ['file', 'file', 'fil e'],
    ['file', 'profile', 'fil e'],
    ['core', 'core_data', 'data_core'],
    ['core', 'core/data', 'data/core'],
    ['core', 'docs/core', 'docs score'],
    ['core', 'data/core', 'data-core'],
    ['core', 'my-core', 'myCore'],
    ['core', 'data_core_of_a_text_that_is_so_long_that_its_length_weighs_heavily', 'score'],
    ['API', 'API', 'api'],
    ['api', 'api', 'API'],
    ['Api', 'Api server', 'api server'],
    ['new epic', 'New child epic', 'renewed epicentre'],
    ['sig nod', 'sig-node', 'design of nodes'],
  ])('BD-08.35 BD-08.36 %j: %j comes before %j', (typed, better, worse) => before(typed, better, worse));

  test('BD-08.35 one piece comes before several, and from the start of a word before the inside, at any length', () => {
    const long = fc.string({ unit: fc.constantFrom(...'wxyz '), maxLength: 200 });
    fc.assert(
      fc.property(small, long, long, (typed, head, tail) => {
        before(typed, `${head} ${typed}${tail}`, `q${typed}`);
        const halves = `q${typed.slice(0, 1)}q${typed.slice(1)}`;
        if (typed.length > 1) before(typed, `${head}q${typed}${tail}`, halves);
      }),
    );
  });

  test('BD-08.32 the start of the text comes before that of a segment, of a word, and a capital', () => {
    fc.assert(
      fc.property(small, (typed) => {
        const hump = `q${typed.slice(0, 1).toUpperCase()}${typed.slice(1)}q`;
        expect(rank(typed, hump, `q-${typed}`, `q/${typed}`, `${typed}/q`)).toEqual([
          `${typed}/q`,
          `q/${typed}`,
          `q-${typed}`,
          hump,
        ]);
      }),
    );
  });

  test('BD-08.36 of texts that differ only in capitals the one with those that were typed comes first', () => {
    const mixed = fc.string({ unit: fc.constantFrom(...'abAB_ '), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(mixed, mixed, (typed, rest) => {
        fc.pre(/[a-z]/i.test(typed) && typed.trim() === typed);
        const other = typed.replace(/[a-z]/gi, (letter) =>
          letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
        );
        // A turned capital may start a word of its own: both begin a word here, and nothing of the rest is better.
        fc.pre(!/[a-z][A-Z]|[A-Z][a-z]/.test(typed));
        before(typed, `${typed} ${'q'.repeat(rest.length)}`, `${other} ${'q'.repeat(rest.length)}`);
      }),
    );
  });

  test('BD-08.31 a text matches exactly where it holds the characters in their order', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abC -'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, (typed, text) => {
        const rest = [...text.toLowerCase()];
        const held = [...typed.toLowerCase().replace(/\s/g, '')].every((character) => {
          const at = rest.indexOf(character);
          if (at >= 0) rest.splice(0, at + 1);
          return at >= 0;
        });
        expect(fuzzyScore(typed, text) !== null).toBe(held);
      }),
    );
  });
});

describe('places', () => {
  const here = { groupPath: 'acme', projectPath: null, origin: 'http://here' };

  test.each([
    ['&12', '/groups/acme/-/epics/12'],
    ['acme/web&3', '/groups/acme/web/-/epics/3'],
    ['acme/app#7', '/acme/app/-/issues/7'],
    ['app#7', '/acme/app/-/issues/7'],
    ['http://here/groups/acme/-/epics/4', '/groups/acme/-/epics/4'],
    ['http://here/acme/app/-/issues/4', '/acme/app/-/issues/4'],
    ['http://elsewhere/groups/acme/-/epics/4', undefined],
    ['#7', undefined],
    ['12', undefined],
    ['&0', undefined],
    ['R&D plans', undefined],
  ])('RP-02.171 %s leads to %s', (typed, path) => {
    expect(placeOfReference(` ${typed} `, here)?.path).toBe(path);
  });

  test('RP-02.171 #7 is of the project of the page, and &12 of no group is nothing', () => {
    expect(placeOfReference('#7', { ...here, projectPath: 'acme/app' })?.reference).toBe('acme/app#7');
    expect(placeOfReference('&12', { ...here, groupPath: '' })).toBeNull();
  });

  test.each([
    ['/', null, null],
    ['/-/password', null, null],
    ['/groups/acme', 'acme', null],
    ['/groups/acme/web/-/epics/1', 'acme/web', null],
    ['/acme/app/-/issues/7', 'acme', 'acme/app'],
    ['/acme/web/app', 'acme/web', 'acme/web/app'],
    ['/dana', null, null],
    ['/help/user/group/epics', null, null],
    ['/help/user/group/epics/index.md', null, null],
    ['/help/app/-/issues/7', 'help', 'help/app'],
  ])('RP-02.174 the page %s is of the group %s', (path, group, project) => {
    expect([groupOfPath(path), projectOfPath(path)]).toEqual([group, project]);
  });

  const place = (id: number): Place => ({ kind: 'epic', path: `/p/${id}`, title: `T${id}`, reference: `a&${id}` });

  test('RP-02.175 each place once, the latest first, so many', () => {
    const many = Array.from({ length: RECENT_MAX + 3 }, (_, id) => place(id)).reduce(withPlace, [] as readonly Place[]);
    expect(many).toHaveLength(RECENT_MAX);
    expect(
      withPlace(many, place(RECENT_MAX))
        .map(({ path }) => path)
        .slice(0, 3),
    ).toEqual(['/p/12', '/p/14', '/p/13']);
  });

  test('RP-02.175 what was kept is read back, and what is no place is nothing', () => {
    expect(placeFrom(JSON.parse(JSON.stringify(place(1))))).toEqual(place(1));
    const bad: readonly unknown[] = [
      null,
      'x',
      { ...place(1), kind: 'board' },
      { ...place(1), title: 3 },
      { ...place(1), path: '//evil.example' },
      { ...place(1), path: 'https://evil.example' },
    ];
    expect(bad.map(placeFrom)).toEqual(bad.map(() => null));
  });
});

describe('shortcuts', () => {
  const key = (text: string, rest: Partial<Pressed> = {}): Pressed => ({
    key: text,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...rest,
  });
  const page: KeyContext = { typing: false, dialog: false, off: false, scopes: ['everywhere', 'group'] };

  test('RP-02.190 ids and keys stand once, but for scopes that are never together', () => {
    expect(new Set(SHORTCUTS.map(({ id }) => id)).size).toBe(SHORTCUTS.length);
    const taken = SHORTCUTS.filter(({ scope }) => scope !== 'item').flatMap(({ keys, control, shift }) =>
      keys.map((each) => `${control} ${shift} ${each}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
    expect(shortcut('help')).toMatchObject({ keys: ['?'], name: 'Show keyboard shortcuts' });
  });

  test('RP-02.191 a key means something where its scope is the page’s', () => {
    expect(shortcutOf(key('e'), page)).toBe('epics');
    expect(shortcutOf(key('e'), { ...page, scopes: ['everywhere'] })).toBeNull();
    expect(shortcutOf(key('?', { shiftKey: true }), page)).toBe('help');
  });

  test('RP-02.198 on the page of an item its own keys come first', () => {
    const scopes = ['everywhere', 'item', 'group', 'epic'] as const;
    const meant = ['a', 'l', 'm', 'd', 'c', 'e'].map((text) => shortcutOf(key(text), { ...page, scopes }));
    expect(meant).toEqual(['assign', 'labels', 'milestone', 'due', 'addTask', 'epics']);
    expect([shadowing('roadmap', scopes), shadowing('addChild', scopes), shadowing('epics', scopes)]).toEqual([
      'milestone',
      'assign',
      null,
    ]);
    expect([shadowing('roadmap', ['group']), shadowing('undo', scopes)]).toEqual([null, null]);
  });

  test('RP-02.191 Ctrl, ⌘ and Alt are other keys, and behind a dialog there is none', () => {
    expect(shortcutOf(key('k', { ctrlKey: true }), page)).toBe('palette');
    expect(shortcutOf(key('K', { metaKey: true }), page)).toBe('palette');
    expect(shortcutOf(key('k'), page)).toBeNull();
    expect(shortcutOf(key('e', { ctrlKey: true }), page)).toBeNull();
    expect(shortcutOf(key('e', { altKey: true }), page)).toBeNull();
    expect(shortcutOf(key('z', { ctrlKey: true }), page)).toBe('undo');
    expect(shortcutOf(key('Z', { ctrlKey: true, shiftKey: true }), page)).toBe('redo');
    expect(shortcutOf(key('k', { ctrlKey: true }), { ...page, dialog: true })).toBeNull();
    expect(shortcutOf(key('e'), { ...page, dialog: true })).toBeNull();
  });

  test('RP-02.192 in a field only the palette’s key is one', () => {
    const typing = { ...page, typing: true };
    expect(shortcutOf(key('k', { ctrlKey: true }), typing)).toBe('palette');
    expect(shortcutOf(key('z', { ctrlKey: true }), typing)).toBeNull();
    expect(shortcutOf(key('?'), typing)).toBeNull();
  });

  test('RP-02.193 keys are written as they are typed', () => {
    const text = (mac: boolean) =>
      (['help', 'epics', 'palette', 'redo'] as const).map((id) => keysText(shortcut(id), mac));
    expect(text(false)).toEqual(['?', 'e', 'Ctrl+K', 'Ctrl+Shift+Z']);
    expect(text(true)).toEqual(['?', 'e', '⌘K', '⇧⌘Z']);
  });

  test('RP-02.194 single keys can be switched off, those with Ctrl stay', () => {
    const off = { ...page, off: true };
    expect(shortcutOf(key('e'), off)).toBeNull();
    expect(shortcutOf(key('?'), off)).toBeNull();
    expect(shortcutOf(key('k', { ctrlKey: true }), off)).toBe('palette');
  });
});

describe('RP-02.195 the help sheet', () => {
  const names = (panel: string | null) => helpTables(false, panel).flatMap(({ rows }) => rows.map(({ name }) => name));

  test('RP-02.195 has a line for every key of every table', () => {
    const tables = [TREE_KEYS, TREE_MENU_KEY, TREE_MOVE_KEYS, SELECTION_KEYS, GRID_KEYS, BAR_KEYS].flatMap((table) =>
      Object.values(table),
    );
    const shortcuts = SHORTCUTS.map(({ name }) => name);
    expect(names(null)).toEqual(expect.arrayContaining([...tables, ...shortcuts]));
    expect(names('F9')).toEqual(expect.arrayContaining([...Object.values(ACTION_KEYS), ...shortcuts]));
  });

  test('RP-02.195 writes keys as people know them', () => {
    const keys = helpTables(true, null).flatMap(({ rows }) => rows.map((row) => row.keys));
    expect(keys).toEqual(expect.arrayContaining(['⌘K', '→', 'Alt+Shift+↑', 'Shift+F10', 'Page Down', 'Menu']));
  });
});

test('RP-02.196 single keys are none of the tree’s, of the grid’s, or of a bar’s', () => {
  const single = (item: boolean) =>
    SHORTCUTS.filter(({ control, scope }) => control !== true && (scope === 'item') === item).flatMap(
      ({ keys }) => keys,
    );
  const taken = (...tables: readonly object[]) =>
    tables.flatMap((table) => Object.keys(table)).map((key) => key.toLowerCase());
  expect(single(false).filter((key) => taken(TREE_KEYS, SELECTION_KEYS, GRID_KEYS, BAR_KEYS).includes(key))).toEqual(
    [],
  );
  // The page of an item has a tree, and no roadmap.
  expect(single(true).filter((key) => taken(TREE_KEYS, SELECTION_KEYS).includes(key))).toEqual([]);
});
