import { useState } from 'react';
import { ColorPicker } from '../ui/color-picker.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { TokenSelector } from '../ui/token-selector.tsx';
import { Section, Specimen } from './specimen.tsx';

const COLORS = [
  { color: '#1068bf', title: 'Blue' },
  { color: '#217645', title: 'Green' },
  { color: '#c91c00', title: 'Red' },
];

const PROJECTS = [
  { key: 'recent', label: 'Recently used', options: [{ id: 'acme/app', label: 'acme/app', hint: 'Acme / App' }] },
  {
    key: 'all',
    label: 'All projects',
    options: ['acme/web', 'acme/mobile'].map((path) => ({ id: path, label: path, hint: 'Acme' })),
  },
];
const nothing = () => undefined;

/** Controls that choose among several options. */
export function Lists() {
  const [chosen, setChosen] = useState<readonly string[]>(['bug']);
  const [tokens, setTokens] = useState([{ key: 'bug', title: 'bug' }]);
  const [search, setSearch] = useState('');
  const [color, setColor] = useState('#217645');
  const [embedded, setEmbedded] = useState('');
  const [project, setProject] = useState<string | null>('acme/app');
  const options = [
    { id: 'bug', label: 'bug', color: '#c91c00' },
    { id: 'priority::high', label: 'priority::high', color: '#1068bf', hint: 'Before all others' },
    { id: 'priority::low', label: 'priority::low', color: '#694cc0', depth: 2 },
  ].filter(({ label }) => label.includes(search.trim()));
  return (
    <Section id="lists" title="Lists to choose from">
      <Specimen state="Several, with a search and a new one" wide>
        <MultiSelect
          label="Labels"
          placeholder="Search labels"
          options={options}
          chosen={chosen}
          onToggle={(id) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])}
          search={search}
          onSearch={setSearch}
          empty="No matching results"
          create={search.trim() === '' ? null : { label: `Create “${search.trim()}”`, onCreate: () => setSearch('') }}
        />
      </Specimen>
      <Specimen state="Loading failed" wide>
        <MultiSelect
          label="Labels of another group"
          options={[]}
          chosen={[]}
          onToggle={() => undefined}
          search=""
          onSearch={() => undefined}
          empty="No matching results"
          error="There was a problem fetching labels."
        />
      </Specimen>
      <Specimen state="One of several groups of options" wide>
        <Combobox
          label="Project"
          placeholder="Search projects"
          sections={PROJECTS}
          selected={project}
          text={project ?? ''}
          empty="No matches found"
          onSearch={nothing}
          onChoose={setProject}
        />
      </Specimen>
      <Specimen state="Refused, with a hint" wide>
        <Combobox
          label="Another project"
          hint="Where the issue is created"
          error="Project can't be blank"
          sections={[]}
          selected={null}
          text=""
          empty="No matches found"
          onSearch={nothing}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen state="Only read, loading" wide>
        <Combobox
          label="Fixed project"
          sections={[]}
          selected={null}
          text="acme/app"
          loading
          readOnly
          empty="Searching..."
          onSearch={nothing}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen state="Tokens" wide>
        <TokenSelector
          label="Topics"
          hint="Own ones can be added with Enter"
          chosen={tokens}
          offered={options.map(({ id, label }) => ({ key: id, title: label, name: '', note: null }))}
          allowOwn
          onSearch={setSearch}
          onAdd={(added) => setTokens([...tokens, added])}
          onRemove={(index) => setTokens(tokens.filter((_, at) => at !== index))}
        />
      </Specimen>
      <Specimen state="Color" wide>
        <ColorPicker label="Color" suggested={COLORS} value={color} onChange={setColor} />
      </Specimen>
      <Specimen state="Color, none chosen: the default" wide>
        <ColorPicker
          label="Color of a new epic"
          suggested={COLORS}
          defaultColor={COLORS[0]}
          value={embedded}
          onChange={setEmbedded}
        />
      </Specimen>
      <Specimen state="Color, refused" wide>
        <ColorPicker
          label="Another color"
          suggested={COLORS}
          value="blue-ish"
          error="Must be a valid color"
          onChange={setColor}
        />
      </Specimen>
    </Section>
  );
}
