import type { TreeHeader } from '@espalier/core';

/** The sign of each count, in the header and in the rows. */
export const COUNT_ICONS: Readonly<Record<TreeHeader['countLines'][number]['label'], string>> = {
  Epics: 'epic',
  Issues: 'issues',
  'Total weight': 'weight',
};
