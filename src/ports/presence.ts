import type { Here, PlaceOfViewer, Presence, RealtimePort } from '@espalier/core/ports';
import { held } from './browser.ts';

/** Pushes, and presence over the same connection. */
export interface Live extends RealtimePort {
  /** Says that the viewer is at this place, and tells who else is, until the function ends it. Null: that is not known any more. */
  attend(place: PlaceOfViewer, listener: (here: Here | null) => void): () => void;
}

/** AP-07.63: who is here, in the memory of the page and nowhere else. */
export function createPresence({ attend }: Pick<Live, 'attend'>): Presence {
  const { get, set, onChange } = held<Here>();
  let at: string | undefined;
  let end: (() => void) | undefined;
  return {
    be(place) {
      const before = end;
      // Of the same item everybody stays shown until the server says who is there.
      if (place?.id !== at) set(null);
      at = place?.id;
      end = place === null ? undefined : attend(place, set);
      // AP-07.65: after that, or the viewer would be gone for a moment.
      before?.();
    },
    here: get,
    onChange,
  };
}
