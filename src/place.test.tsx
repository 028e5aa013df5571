import { fireEvent, render, screen } from '@testing-library/react';
import { legacy_createStore } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import type { Action } from '@espalier/core/store';
import { userAction } from '@espalier/core/store';
import { PlaceContext, useAppDispatch } from './store.ts';

const pressed = userAction('test/pressed');

function Press() {
  const dispatch = useAppDispatch();
  return (
    <button type="button" onClick={() => dispatch(pressed())}>
      Press
    </button>
  );
}

test('WI-14.7 what is done in an item over the page says so, and what is done on the page does not', () => {
  const places: unknown[] = [];
  const store = legacy_createStore((state: object = {}, action: Partial<Action>) => {
    if (action.type === pressed.type) places.push(action.meta?.place);
    return state;
  });
  render(
    <Provider store={store}>
      <Press />
      <PlaceContext value="over">
        <Press />
      </PlaceContext>
    </Provider>,
  );
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(places).toEqual([undefined, 'over']);
});
