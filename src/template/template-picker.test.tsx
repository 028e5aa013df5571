import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act, useState } from 'react';
import { Provider } from 'react-redux';
import { createPlanner } from '@espalier/core';
import { FakePorts, refusal, settle } from '@espalier/core/testing';
import { WatchContext } from '../store.ts';
import '../ui/combobox-field.tsx';
import { TemplatePicker } from './template-picker.tsx';

const NAMES = 'GET /acme/app/description_templates/names/issue';
const ANSWER = {
  'Project Templates': [{ name: 'Bug', key: 'Bug', project_id: 7 }],
  'Group Acme': [{ name: 'Story', key: 'Story', project_id: null, group_id: 3 }],
};
const PLACE = { kind: 'project', fullPath: 'acme/app' } as const;

function Form({ fileName, start }: { readonly fileName?: string; readonly start: string }) {
  const [text, setText] = useState(start);
  return (
    <>
      <TemplatePicker
        place={PLACE}
        issuableType="issue"
        value={text}
        onReplace={setText}
        {...(fileName !== undefined && { fileName })}
      />
      <textarea aria-label="Description" value={text} onChange={({ target }) => setText(target.value)} />
    </>
  );
}

async function open(start = '', fileName?: string) {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  render(
    <Provider store={planner.store}>
      <WatchContext value={planner.watch}>
        <Form start={start} {...(fileName !== undefined && { fileName })} />
      </WatchContext>
    </Provider>,
  );
  const settled = () => act(settle);
  await settled();
  const user = userEvent.setup();
  const names = async () => {
    await act(() => fake.next(NAMES).answer(ANSWER));
    return screen.findByRole('combobox', { name: 'Template' });
  };
  const content = async (name: string, text: string) => {
    await act(() => fake.next(`GET /acme/app/templates/issue/${name}`).answer({ content: text }));
  };
  const pick = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Template' }));
    await user.click(await screen.findByRole('option', { name }));
    await settled();
  };
  return { fake, planner, user, names, content, pick, settled };
}

const description = () => screen.getByLabelText('Description');
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('IE-08.30 IE-08.5 templates stand under their places; the keyboard filters and chooses, the text is replaced', async () => {
  const { user, names, content } = await open();
  expect(screen.queryByRole('combobox')).toBeNull();
  const field = await names();
  expect(field).toHaveAttribute('placeholder', 'Choose a template');
  await user.click(field);
  expect(options()).toEqual(['Bug', 'Story', 'No template']);
  expect(screen.getByRole('group', { name: 'Group Acme' })).toHaveTextContent('Story');
  await user.type(field, 'STO');
  expect(options()).toEqual(['Story']);
  await user.keyboard('{ArrowDown}{Enter}');
  await content('Story', 'As a');
  expect(description()).toHaveValue('As a');
  expect(field).toHaveValue('Story');
});

test('IE-08.30 IE-08.6 a text of one’s own is kept until the template is applied; closing brings back what was chosen', async () => {
  const { user, names, content, pick } = await open();
  const field = await names();
  await pick('Bug');
  await content('Bug', '## Steps');
  await user.type(description(), ' mine');
  await pick('Story');
  await content('Story', 'As a');
  expect(screen.getByRole('alert')).toHaveTextContent(/will replace the existing description/);
  expect([description(), field].map((each) => (each as HTMLInputElement).value)).toEqual(['## Steps mine', 'Story']);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect([description(), field].map((each) => (each as HTMLInputElement).value)).toEqual(['## Steps mine', 'Bug']);
  await pick('Story');
  await user.click(await screen.findByRole('button', { name: 'Apply template' }));
  expect(description()).toHaveValue('As a');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('IE-08.30 IE-08.7 IE-08.8 a template is reset, and no template empties the text', async () => {
  const { user, names, content, pick } = await open();
  const field = await names();
  await pick('Bug');
  await content('Bug', '## Steps');
  await user.type(description(), ' mine');
  await pick('Reset template');
  expect([description(), field].map((each) => (each as HTMLInputElement).value)).toEqual(['## Steps mine', '']);
  await pick('No template');
  expect(description()).toHaveValue('## Steps mine');
  await user.click(await screen.findByRole('button', { name: 'Apply template' }));
  expect(description()).toHaveValue('');
});

test('IE-08.30 IE-08.2 IE-08.4 failures stand in the form, and are tried again', async () => {
  const { fake, user, names, pick, content } = await open('mine');
  await act(() => fake.next(NAMES).fail(refusal(500)));
  expect(screen.getByRole('alert')).toHaveTextContent('Error updating issue');
  await user.type(description(), ' too');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const field = await names();
  expect(screen.queryByRole('alert')).toBeNull();
  await pick('Bug');
  await act(() => fake.next('GET /acme/app/templates/issue/Bug').fail(refusal(500)));
  expect(screen.getByRole('alert')).toHaveTextContent('Error updating issue');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect([description(), field].map((each) => (each as HTMLInputElement).value)).toEqual(['mine too', '']);
  await pick('Bug');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await content('Bug', 'x');
  expect(await screen.findByRole('button', { name: 'Apply template' })).toBeInTheDocument();
});

test('IE-08.10 beside another file than Markdown there is no picker, and nothing is asked', async () => {
  const { fake } = await open('', 'notes.txt');
  expect(fake.calls).toEqual([]);
});

test('IE-08.10 beside a Markdown file there is one', async () => {
  const { names } = await open('', 'Bug.md');
  expect(await names()).toBeInTheDocument();
});
