import type { RoadmapView } from '@espalier/core/roadmap';
import { PRESET_LABELS, presetsOf, RANGE_CHOICES, withRange } from '@espalier/core/roadmap';
import { Select } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';

interface RangeChoiceProps {
  readonly view: RoadmapView;
  readonly onChange: (view: RoadmapView) => void;
}

/** RM-05: the range, and its cells where there is a choice. */
export function RangeChoice({ view, onChange }: RangeChoiceProps) {
  const presets = presetsOf(view.range);
  return (
    <>
      <Select
        label="Date range"
        value={view.range}
        options={RANGE_CHOICES}
        onChange={(range) => onChange(withRange(view, range))}
      />
      {presets.length > 1 && (
        <Segmented
          label="Cells"
          value={view.preset}
          options={presets.map((key) => ({ key, title: PRESET_LABELS[key] }))}
          onChange={(preset) => onChange({ ...view, preset })}
        />
      )}
    </>
  );
}
