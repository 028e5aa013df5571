import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** A full collection, so that nobody pays for the garbage of the one before. */
export const collectGarbage = (): void => gc();
