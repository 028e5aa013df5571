import type { Storage } from '@espalier/core/ports';

const KEY = 'recording';
const OFF = 'off';

/** Sessions are recorded unless a person has switched that off in this browser. */
export function isRecordingOff(storage: Storage): boolean {
  try {
    return storage.get(KEY) === OFF;
  } catch {
    return false;
  }
}

/** Where nothing can be kept the choice holds for this page. */
export function keepRecordingOff(off: boolean, storage: Storage): void {
  try {
    if (off) storage.set(KEY, OFF);
    else storage.remove(KEY);
  } catch {
    // Storage is full or switched off.
  }
}
