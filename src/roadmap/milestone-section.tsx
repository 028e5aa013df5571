import { memo } from 'react';
import type { RoadmapMilestones } from '@espalier/core/roadmap';
import { CELL_WIDTH } from '@espalier/core/roadmap';
import { Icon } from '../ui/icon.tsx';
import { LANE_HEIGHT, SECTION_HEIGHT } from './use-window.ts';
import type { Sight } from './use-window.ts';
import styles from './milestone-section.module.css';

export const milestonesHeight = (milestones: RoadmapMilestones | null): number =>
  milestones === null
    ? 0
    : Math.max(SECTION_HEIGHT, milestones.expanded ? milestones.lanes * LANE_HEIGHT + SECTION_HEIGHT - LANE_HEIGHT : 0);

interface MilestoneSectionProps {
  readonly milestones: RoadmapMilestones;
  readonly firstCell: Sight['firstCell'];
  readonly endCell: Sight['endCell'];
  readonly onToggle: () => void;
}

/** RM-10: the milestones in sight, in lanes. */
export const MilestoneSection = memo(function MilestoneSection(props: MilestoneSectionProps) {
  const { milestones, firstCell, endCell, onToggle } = props;
  const { expanded, status, bars } = milestones;
  const [from, to] = [firstCell * CELL_WIDTH, endCell * CELL_WIDTH];
  const shown = expanded ? bars.filter(({ bar }) => bar.left + bar.width >= from && bar.left <= to) : [];
  return (
    <div className={styles.section} style={{ height: milestonesHeight(milestones) }} role="row" aria-rowindex={2}>
      <div className={styles.details} role="rowheader">
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={expanded}
          data-part="milestones"
          onClick={onToggle}
        >
          <Icon name={expanded ? 'chevron-down' : 'chevron-right'} />
          <Icon name="milestone" />
          Milestones
        </button>
        <span className={styles.count}>{COUNTS[status] ?? bars.length}</span>
      </div>
      <div role="gridcell" className={styles.lanes} aria-label={`Milestones: ${COUNTS[status] ?? bars.length}`}>
        {shown.map(({ id, milestone, type, dates, bar, size, lane }) => (
          <span
            key={id}
            className={styles.bar}
            style={{
              left: bar.left,
              width: bar.width,
              top: lane * LANE_HEIGHT + (SECTION_HEIGHT - LANE_HEIGHT) / 2 + 2,
            }}
            role="img"
            aria-label={`${milestone.title}, ${type}, ${dates}`}
            data-tooltip={`${milestone.title}\n${type}\n${dates}`}
            data-milestone={id}
            data-size={size}
            tabIndex={-1}
          >
            <span className={styles.name}>{milestone.title}</span>
          </span>
        ))}
      </div>
    </div>
  );
});

const COUNTS: Readonly<Partial<Record<RoadmapMilestones['status'], string>>> = {
  idle: '…',
  loading: '…',
  failed: 'not loaded',
};
