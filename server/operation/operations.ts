import * as api from '@espalier/core/api';

/** The names of the operations that our own client sends. Others are chosen by whoever asks, and may say anything. */
const OURS: ReadonlySet<string> = new Set(
  Object.values(api).flatMap((value) => (typeof value === 'object' && 'text' in value ? [value.name] : [])),
);

/** RP-02.422: an operation by its name if it is one of ours, else `other`. */
export const operationName = (name: string | undefined): string =>
  name !== undefined && OURS.has(name) ? name : 'other';
