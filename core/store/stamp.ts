import type { Middleware } from '@reduxjs/toolkit';
import type { Clock, Ids } from '../ports/index.ts';
import type { Event, Meta } from './action.ts';

/**
 * Gives every action its origin and time, and an id where its creator asks for one (RP-02.10): reducers make neither. What an
 * action brings along stays, so that a replayed one keeps its own.
 */
export function stampActions(ports: { readonly clock: Clock; readonly ids: Ids }): Middleware {
  return () => (next) => (action) => {
    // Assigned and not spread: every action comes by here, in many shapes, and spreading those takes V8 several times as long.
    const stamped: { -readonly [K in keyof Meta]?: Meta[K] } = Object.assign({}, (action as Event).meta);
    stamped.origin ??= 'user';
    stamped.at ??= ports.clock.now();
    if (stamped.id === '') stamped.id = ports.ids.next();
    return next(Object.assign({}, action, { meta: stamped }));
  };
}
