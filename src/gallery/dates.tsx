import { useState } from 'react';
import { DatePicker } from '../ui/date-picker.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { Section, Specimen } from './specimen.tsx';

const loadCalendar = () => import('../ui/date-calendar.tsx');

/** Days of no particular year: this page looks the same on every day. */
const TODAY = '2026-03-10';

export function Dates() {
  const [date, setDate] = useState<string | null>('2026-03-18');
  const calendar = useLazy(loadCalendar, true).module;
  return (
    <Section id="dates" title="Dates">
      <Specimen state="Chosen" wide>
        <DatePicker label="Start date" today={TODAY} value={date} onChange={setDate} />
      </Specimen>
      <Specimen state="Empty, with a minimum" wide>
        <DatePicker label="Due date" today={TODAY} value={null} min="2026-03-05" onChange={setDate} />
      </Specimen>
      <Specimen state="Refused" wide>
        <DatePicker
          label="End date"
          today={TODAY}
          value="2026-02-01"
          error="This date is before the start date."
          onChange={setDate}
        />
      </Specimen>
      <Specimen state="Only read" wide>
        <DatePicker label="Day of planting" today={TODAY} value="2026-11-21" readOnly onChange={setDate} />
      </Specimen>
      <Specimen state="Calendar, from a first to a last day">
        {calendar === null ? (
          <SkeletonBar width="17rem" height="18rem" />
        ) : (
          <calendar.DateCalendar
            label="Day"
            value={date}
            today={TODAY}
            min="2026-03-05"
            max="2026-03-27"
            onPick={(picked) => setDate(picked)}
          />
        )}
      </Specimen>
      <Specimen state="Calendar of two months, nothing chosen">
        {calendar !== null && (
          <calendar.DateCalendar
            label="Another day"
            value={null}
            today={TODAY}
            months={2}
            onPick={(picked) => setDate(picked)}
          />
        )}
      </Specimen>
    </Section>
  );
}
