import { jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { FakePorts } from '@espalier/core/testing';
import { PortsContext } from '../ports/context.ts';
import { AvatarStack } from './avatar-stack.tsx';
import { Button } from './button.tsx';
import { ColorPicker } from './color-picker.tsx';
import { EditedBy } from './detail-page.tsx';
import { EmptyState } from './empty-state.tsx';
import { Combobox } from './combobox.tsx';
import { MenuButton } from './menu.tsx';
import { MultiSelect } from './multi-select.tsx';
import { OptionList } from './option-list.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Segmented } from './segmented.tsx';
import { Tabs, useQueryTab } from './tabs.tsx';
import { TokenSelector } from './token-selector.tsx';

// jsdom lays nothing out.
HTMLElement.prototype.scrollIntoView = () => undefined;

function page(children: ReactNode, address = '/') {
  const fake = new FakePorts();
  return render(
    <PortsContext value={fake.ports}>
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    </PortsContext>,
  );
}

const TABS = [
  { key: 'one', title: 'One' },
  { key: 'two', title: 'Two', disabled: true },
  { key: 'three', title: 'Three' },
] as const;

function Mirrored() {
  const [active, choose] = useQueryTab(TABS);
  const { search } = useLocation();
  return (
    <Tabs label="Mirrored" tabs={TABS} active={active ?? 'one'} onChoose={choose}>
      {search}
    </Tabs>
  );
}

test('RL-07.1 the active tab stands in the address, the first one does not; other parameters stay', async () => {
  const user = userEvent.setup();
  page(<Mirrored />, '/?search=x&tab=two');
  expect(screen.getByRole('tab', { name: 'One' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: 'Three' }));
  expect(screen.getByRole('tabpanel')).toHaveTextContent('?search=x&tab=three');
  await user.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByRole('tab', { name: 'Three' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Home}');
  expect(screen.getByRole('tabpanel')).toHaveTextContent(/^\?search=x$/);
});

test('RL-07.4 a segmented control keeps the last valid value when its value is taken away', async () => {
  const user = userEvent.setup();
  const changed = jest.fn();
  const control = (
    options: readonly { readonly key: string; readonly title: string; readonly disabled?: boolean }[],
    value: string,
  ) => <Segmented label="Range" options={options} value={value} onChange={changed} />;
  const all = [
    { key: 'a', title: 'A' },
    { key: 'b', title: 'B' },
    { key: 'c', title: 'C', disabled: true },
  ];
  const { rerender } = render(control(all, 'b'));
  expect(screen.getByRole('radio', { name: 'B' })).toBeChecked();
  rerender(control(all, 'c'));
  expect(screen.getByRole('radio', { name: 'B' })).toBeChecked();
  rerender(control([all[0] as (typeof all)[0]], 'c'));
  expect(screen.getByRole('radio', { name: 'A' })).toBeChecked();
  rerender(control(all, 'a'));
  await user.click(screen.getByRole('radio', { name: 'C' }));
  expect(changed).not.toHaveBeenCalled();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(changed).toHaveBeenCalledWith('b');
});

test('BD-12.3 a stack of avatars links people and counts the rest, naming them in its tooltip', () => {
  const people = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => ({ key: name, name, src: null, href: `/${name}` }));
  page(<AvatarStack label="Participants" people={people} places={2} />);
  const list = screen.getByRole('list', { name: 'Participants' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label')),
  ).toEqual(['Ada', 'Bo']);
  const more = within(list).getByText('+2').parentElement;
  expect(more).toHaveAttribute('data-tooltip', 'Cy, Di');
});

test('BD-12.2 a bar tells its value in percent of its maximum', () => {
  render(<ProgressBar label="Done" value={3} max={4} />);
  expect(screen.getByRole('progressbar', { name: 'Done' })).toHaveAttribute('aria-valuenow', '75');
});

test('RL-06.2 the text of an edit names when and who, as far as they are known', () => {
  const at = new Date(new FakePorts().ports.clock.now() - 3 * 86_400_000).toISOString();
  const { rerender, container } = page(<EditedBy at={at} name="Ada" href="/ada" />);
  expect(container).toHaveTextContent(/^Edited 3 days ago by Ada$/);
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
  rerender(
    <PortsContext value={new FakePorts().ports}>
      <EditedBy at={at} name={null} />
    </PortsContext>,
  );
  expect(container).toHaveTextContent(/^Edited 3 days ago$/);
});

test('RL-06.3 an empty state says why, and leads on', () => {
  render(
    <EmptyState title="No epics" heading="h2" actions={<Button>New epic</Button>}>
      There are none yet.
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { name: 'No epics', level: 2 })).toBeInTheDocument();
  expect(screen.getByText('There are none yet.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'New epic' })).toBeInTheDocument();
});

test('a colour is one of the suggested, by its name, or any other', async () => {
  const user = userEvent.setup();
  const suggested = [
    { color: '#1068bf', title: 'Blue' },
    { color: '#217645', title: 'Green' },
  ];
  function Colors() {
    const [value, setValue] = useState('#1068BF');
    return <ColorPicker label="Color" suggested={suggested} value={value} onChange={setValue} />;
  }
  render(<Colors />);
  expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('textbox', { name: 'Any other color' })).toHaveValue('#217645');
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), '#abc');
  expect(screen.getByRole('radio', { name: 'Green' })).not.toBeChecked();
});

describe('token selector', () => {
  const OFFERED = ['bug', 'feature'].map((title) => ({ key: title, title, name: '', note: null }));
  function Selector({ allowOwn = false }) {
    const [chosen, setChosen] = useState<readonly { readonly key: string; readonly title: string }[]>([]);
    const [search, setSearch] = useState('');
    return (
      <TokenSelector
        label="Labels"
        chosen={chosen}
        offered={OFFERED.filter(({ title }) => title.includes(search))}
        allowOwn={allowOwn}
        onSearch={setSearch}
        onAdd={(added) => setChosen([...chosen, added])}
        onRemove={(index) => setChosen(chosen.filter((_, at) => at !== index))}
      />
    );
  }
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent?.trim());
  const tokens = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

  test('RL-09.1 what is chosen is not offered again', async () => {
    const user = userEvent.setup();
    render(<Selector />);
    await user.type(screen.getByRole('combobox'), 'u');
    expect(options()).toEqual(['bug', 'feature']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(tokens()).toEqual(['bug']);
    await user.keyboard('u');
    expect(options()).toEqual(['feature']);
  });

  test('RL-09.2 an own token where the list offers nothing, and only where that is allowed', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Selector />);
    await user.type(screen.getByRole('combobox'), 'new{Enter}');
    expect(tokens()).toEqual([]);
    rerender(<Selector allowOwn />);
    await user.keyboard('{Enter}');
    expect(tokens()).toEqual(['new']);
    await user.keyboard('fea{Enter}');
    expect(tokens()).toEqual(['new', 'feature']);
  });

  test('RL-12.80 Enter takes the first that is offered for the text, without a mark', async () => {
    const user = userEvent.setup();
    render(<Selector />);
    await user.type(screen.getByRole('combobox'), 'u{Enter}');
    expect(tokens()).toEqual(['bug']);
    await user.keyboard('feature{Enter}');
    expect(tokens()).toEqual(['bug', 'feature']);
  });

  test('RL-09.3 Backspace in the empty text takes the last token, Delete on a token takes that one', async () => {
    const user = userEvent.setup();
    render(<Selector allowOwn />);
    await user.type(screen.getByRole('combobox'), 'x{Enter}y{Enter}z{Enter}');
    await user.keyboard('{Delete}');
    expect(tokens()).toEqual(['x', 'y', 'z']);
    await user.keyboard('{Backspace}');
    expect(tokens()).toEqual(['x', 'y']);
    screen.getByRole('button', { name: 'Remove x' }).focus();
    await user.keyboard('{Delete}');
    expect(tokens()).toEqual(['y']);
  });
});

/** Labels to choose among, and how to make one. */
function labels() {
  const create = jest.fn();
  const toggled = jest.fn<(id: string) => void>();
  return { create, toggled, Several };
  function Several() {
    const [chosen, setChosen] = useState<readonly string[]>(['1']);
    const [search, setSearch] = useState('');
    return (
      <MultiSelect
        label="Labels"
        options={[
          { id: '1', label: 'bug', color: '#f00' },
          { id: '2', label: 'feature', depth: 2 },
        ].filter(({ label }) => label.includes(search))}
        chosen={chosen}
        onToggle={(id) => {
          toggled(id);
          setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
        }}
        search={search}
        onSearch={setSearch}
        empty="No matching results"
        create={search === '' ? null : { label: `Create “${search}”`, onCreate: create }}
      />
    );
  }
}

test('several are chosen in a list that stays open, with an entry that makes what is missing', async () => {
  const user = userEvent.setup();
  const { create, toggled, Several } = labels();
  render(<Several />);
  await user.click(await screen.findByRole('combobox', { name: 'Labels' }));
  expect(screen.getByRole('option', { name: 'bug' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('option', { name: 'feature' }));
  await user.click(screen.getByRole('option', { name: 'bug' }));
  expect(toggled.mock.calls).toEqual([['2'], ['1']]);
  expect(screen.getByRole('option', { name: 'feature' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('new');
  await user.click(await screen.findByRole('option', { name: 'Create “new”' }));
  expect(create).toHaveBeenCalledTimes(1);
});

test('RL-12.80, RL-12.81 what is typed and Enter choose, one after the other; what would be made is not taken', async () => {
  const user = userEvent.setup();
  const { create, toggled, Several } = labels();
  render(<Several />);
  await user.type(await screen.findByRole('combobox', { name: 'Labels' }), 'feat{Enter}');
  await user.keyboard('bug{Enter}');
  await user.keyboard('new{Enter}');
  expect(toggled.mock.calls).toEqual([['2'], ['1']]);
  expect(create).not.toHaveBeenCalled();
});

/** What a library that looks for them would act on (specification, epic page, section 5). */
const FORBIDDEN = ['remote', 'url', 'type', 'method', 'disable'];
const MARKUP = `<a ${FORBIDDEN.map((name) => `${name}="1" data-${name}="1"`).join(' ')}>&amp;b</a>`;
const DROPDOWNS: readonly (readonly [
  string,
  ReactNode,
  opener: 'button' | 'combobox' | null,
  role: 'option' | 'menuitem',
])[] = [
  [
    'a menu',
    <MenuButton
      key="menu"
      label="Open"
      entries={[{ key: MARKUP, label: MARKUP, hint: MARKUP }]}
      onChoose={() => undefined}
    />,
    'button',
    'menuitem',
  ],
  [
    'a combobox',
    <Combobox
      key="combobox"
      label="Open"
      sections={[{ key: 's', label: MARKUP, options: [{ id: MARKUP, label: MARKUP, hint: MARKUP }] }]}
      selected={null}
      text=""
      empty={null}
      onSearch={() => undefined}
      onChoose={() => undefined}
    />,
    'combobox',
    'option',
  ],
  [
    'a list with several choices',
    <MultiSelect
      key="several"
      label="Open"
      options={[{ id: MARKUP, label: MARKUP, hint: MARKUP, color: MARKUP }]}
      chosen={[]}
      onToggle={() => undefined}
      search=""
      onSearch={() => undefined}
      empty=""
    />,
    'combobox',
    'option',
  ],
  [
    'a list of filters',
    <OptionList key="filters" id="list" label="Open" options={[{ key: MARKUP }]} active={-1} onPick={() => undefined}>
      {({ key }) => key}
    </OptionList>,
    null,
    'option',
  ],
];

test.each(DROPDOWNS)(
  'BD-12.5 in %s markup is text, and none of its attributes is one of the page',
  async (_, dropdown, opener, role) => {
    const user = userEvent.setup();
    page(dropdown);
    if (opener !== null) await user.click(await screen.findByRole(opener, { name: 'Open' }));
    const entry = await screen.findByRole(role);
    expect(entry).toHaveTextContent(MARKUP);
    expect(entry.querySelector('a')).toBeNull();
    for (const name of FORBIDDEN)
      expect(document.querySelector(`[data-${name}], [${name}]:not(input, button)`)).toBeNull();
  },
);
