import { jest } from '@jest/globals';
import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import { createDoor } from './door.ts';

function attached() {
  const fake = new FakePorts();
  const door = createDoor(fake.ports);
  const planner = createPlanner(door.ports, { middleware: door.middleware });
  door.attach(planner);
  return { fake, door, planner };
}

const press = (init: KeyboardEventInit) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));

test('RP-03.420 the shortcut opens and closes the panel: by the key’s place, with Ctrl or Cmd, and never while a letter is typed with AltGr', () => {
  const { door } = attached();
  const keys = { code: 'KeyD', key: 'Î', altKey: true, shiftKey: true };
  press({ ...keys, ctrlKey: true });
  expect(door.state().open).toBe(true);
  press({ ...keys, metaKey: true });
  expect(door.state().open).toBe(false);
  press(keys);
  press({ ...keys, ctrlKey: true, shiftKey: false });
  press({ ...keys, ctrlKey: true, code: 'KeyE' });
  press({ ...keys, ctrlKey: true, modifierAltGraph: true });
  expect(door.state().open).toBe(false);
});

test('RP-03.424 while a moment is shown, the page of now counts as hidden', async () => {
  const { door, fake } = attached();
  const heard: boolean[] = [];
  const stop = door.ports.visibility.onChange((hidden) => heard.push(hidden));
  expect(door.ports.visibility.hidden()).toBe(false);
  door.toggle();
  door.travel(true);
  expect(door.ports.visibility.hidden()).toBe(true);
  // What the real page does meanwhile changes nothing; closing the panel is a way back to now.
  await fake.hide(true);
  await fake.hide(false);
  door.toggle();
  expect(door.state()).toEqual({ open: false, travelling: false, wanted: null });
  expect(heard).toEqual([true, false]);
  await fake.hide(true);
  expect(heard).toEqual([true, false, true]);
  stop();
  await fake.hide(false);
  expect(heard).toHaveLength(3);
});

test('RP-03.432 a moment that is asked for from outside opens the panel', () => {
  const { door } = attached();
  const listener = jest.fn();
  door.subscribe(listener);
  door.want(7);
  expect(door.state()).toMatchObject({ open: true, wanted: 7 });
  door.want(null);
  expect(door.state()).toMatchObject({ open: true, wanted: null });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('window.espalier gives the state', () => {
  const { planner } = attached();
  expect(window.espalier?.state()).toBe(planner.store.getState());
});
