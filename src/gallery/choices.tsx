import { useState } from 'react';
import { Button, IconButton, Switch } from '../ui/button.tsx';
import { Checkbox, Select, TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Section, Specimen } from './specimen.tsx';
import { Dates } from './dates.tsx';
import { Lists } from './lists.tsx';

const LOOKS = ['plain', 'primary', 'danger', 'quiet', 'link'] as const;
const TABS = [
  { key: 'tree', title: 'Tree view' },
  { key: 'roadmap', title: 'Roadmap view' },
  { key: 'table', title: 'Table view', disabled: true },
] as const;
const RANGES = [
  { key: 'quarter', title: 'Quarter' },
  { key: 'year', title: 'Year' },
  { key: 'decade', title: 'Decade', disabled: true },
] as const;
/** Controls that are pressed, chosen or typed into. */
export function Choices() {
  return (
    <>
      <Section id="buttons" title="Buttons">
        {LOOKS.map((look) => (
          <Specimen key={look} state={look}>
            <Button look={look}>Save</Button>
            <Button look={look} size="small">
              Small
            </Button>
            <Button look={look} icon="plus">
              Add
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} loading>
              Saving
            </Button>
          </Specimen>
        ))}
        <Specimen state="Icon alone">
          <IconButton icon="pencil" label="Edit" />
          <IconButton icon="pencil" label="Edit, small" size="small" />
          <IconButton icon="remove" label="Not now" disabled />
          <IconButton icon="close" label="Closing" loading />
        </Specimen>
      </Section>
      <Switching />
      <Fields />
      <Lists />
      <Dates />
    </>
  );
}

function Switching() {
  const [tab, setTab] = useState<string>('tree');
  const [range, setRange] = useState<string>('year');
  const [on, setOn] = useState(true);
  return (
    <Section id="switching" title="Tabs, segments, switches">
      <Specimen state="Tabs, one disabled">
        <Tabs label="Views" tabs={TABS} active={tab} onChoose={setTab}>
          <span className="visually-hidden">{tab}</span>
        </Tabs>
      </Specimen>
      <Specimen state="Segmented">
        <Segmented label="Range" options={RANGES} value={range} onChange={setRange} />
      </Specimen>
      <Specimen state="Segmented, its value cannot be">
        <Segmented label="Range that falls back" options={RANGES} value="decade" onChange={setRange} />
      </Specimen>
      <Specimen state="Switch">
        <Switch checked={on} onChange={setOn}>
          Notifications
        </Switch>
        <Switch checked={!on} onChange={(off) => setOn(!off)}>
          Silence
        </Switch>
      </Specimen>
      <Specimen state="Checkbox">
        <Checkbox checked={on} onChange={setOn} hint="With a line of explanation">
          Confidential
        </Checkbox>
      </Specimen>
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('Everything in one place');
  return (
    <Section id="fields" title="Text fields">
      <Specimen state="Filled, with a hint" wide>
        <TextField label="Title" hint="Maximum of 255 characters" value={text} onChange={setText} />
      </Specimen>
      <Specimen state="Empty, of an unknown type" wide>
        <TextField label="Anything" type="fil" placeholder="A text field" value="" onChange={setText} />
      </Specimen>
      <Specimen state="Refused" wide>
        <TextField label="Title again" error="Title can't be blank" value="" onChange={setText} />
      </Specimen>
      <Specimen state="Only read" wide>
        <TextField label="Reference" readOnly value="&12" onChange={setText} />
      </Specimen>
      <Specimen state="A short choice" wide>
        <Select
          label="Sort by"
          value="start"
          options={[
            { value: 'start', label: 'Start date' },
            { value: 'due', label: 'Due date' },
          ]}
          onChange={() => undefined}
        />
      </Specimen>
    </Section>
  );
}
