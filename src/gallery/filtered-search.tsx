import { useLayoutEffect, useState } from 'react';
import type { Filters } from '@espalier/core/filter';
import { NO_FILTERS } from '@espalier/core/filter';
import { roadmapSaga } from '@espalier/core/roadmap';
import { useWatch } from '../watch.ts';
import { FilterBar } from '../roadmap/filter-bar.tsx';
import { Section, Specimen } from './specimen.tsx';

const FILLED: Filters = {
  tokens: [
    { key: 'author', operator: '!=', value: 'ada' },
    { key: 'label', operator: '=', value: 'priority::high' },
    { key: 'confidential', operator: '=', value: 'true' },
    { key: 'reaction', operator: '=', value: 'None' },
  ],
  search: 'two words',
};

/** RM-03, live: names, operators and texts can be chosen; what a group has (people, labels, milestones, epics) is found on its roadmap only. */
export function FilteredSearch() {
  const watch = useWatch();
  const [empty, setEmpty] = useState(NO_FILTERS);
  const [filled, setFilled] = useState(FILLED);
  useLayoutEffect(() => watch('roadmap', roadmapSaga), [watch]);
  return (
    <Section id="filters" title="Filtered search">
      <Specimen state="Empty" whole>
        <FilterBar filters={empty} onChange={setEmpty} />
      </Specimen>
      <Specimen state="With filters" whole>
        <FilterBar filters={filled} onChange={setFilled} />
      </Specimen>
    </Section>
  );
}
