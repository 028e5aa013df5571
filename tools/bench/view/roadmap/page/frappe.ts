// Its exports offer the stylesheet to bundlers of styles alone.
import '../../../node_modules/frappe-gantt/dist/frappe-gantt.css';
import type { Chart, Mounted } from './chart.ts';
import Gantt from 'frappe-gantt';
import { fromTop, query } from './chart.ts';
import { CELL, epicsOf, heightOf, HEADER, ROW } from './data.ts';

const BAR = 32;

/** It has no column beside the bars: the titles stand on them. */
export const frappe: Chart = {
  async prepare(stage, size) {
    const tasks = epicsOf(size).map(({ id, title, startDate, dueDate, descendantWeightSum: sums }) => ({
      id,
      name: title,
      start: startDate ?? '1970-01-01',
      end: dueDate ?? '1970-01-01',
      progress: Math.round((sums.closedIssues / (sums.openedIssues + sums.closedIssues)) * 100),
    }));
    return (): Mounted => {
      new Gantt(stage, tasks, {
        view_mode: 'Month',
        column_width: CELL,
        bar_height: BAR,
        padding: ROW - BAR,
        container_height: heightOf(),
        lower_header_height: HEADER / 2,
        upper_header_height: HEADER / 2 - 10,
        infinite_padding: false,
        today_button: false,
        scroll_to: 'start',
      });
      const scroller = query(stage, '.gantt-container');
      return {
        count: () => stage.querySelectorAll('.bar-wrapper').length,
        titles: () => fromTop(stage.querySelectorAll('.bar-wrapper .bar-label')),
        places: () => null,
        bars: () => stage.querySelectorAll('.bar-wrapper').length,
        scrollTo({ x, y }) {
          scroller.scrollLeft = x;
          scroller.scrollTop = y;
        },
        unmount: () => stage.replaceChildren(),
      };
    };
  },
};
