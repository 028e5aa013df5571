import type { Ports } from '@espalier/core/ports';
import { store, stored } from '@espalier/core/store';

const KEY = 'recording';
const OFF = 'off';

/** Sessions are recorded unless a person has switched that off in this browser. */
export const isRecordingOff = (ports: Pick<Ports, 'storage' | 'log'>): boolean => stored(ports, KEY) === OFF;

/** If nothing can be stored, the choice holds for this page. */
export const keepRecordingOff = (off: boolean, ports: Pick<Ports, 'storage' | 'log'>): void =>
  store(ports, KEY, off ? OFF : null);
