import type { Middleware } from '@reduxjs/toolkit';
import type { Clock, Ids } from '../ports/index.ts';
import type { Event, Meta } from './action.ts';

/**
 * Gives every action its origin and time, and an id where its creator asks for one (RP-02.10): reducers make neither. What an
 * action brings along stays, so that a replayed one keeps its own.
 */
export function stampActions(ports: { readonly clock: Clock; readonly ids: Ids }): Middleware {
  return () => (next) => (action) => {
    const { meta } = action as Event;
    const stamped: { -readonly [K in keyof Meta]: Meta[K] } = {
      ...meta,
      origin: meta?.origin ?? 'user',
      at: meta?.at ?? ports.clock.now(),
    };
    if (meta?.id === '') stamped.id = ports.ids.next();
    return next({ ...(action as Event), meta: stamped });
  };
}
