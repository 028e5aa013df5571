import 'dhtmlx-gantt/codebase/dhtmlxgantt.css';
import type { Chart, Mounted } from './chart.ts';
import { gantt } from 'dhtmlx-gantt';
import { fromTop, placesOf, query } from './chart.ts';
import { CELL, DETAILS, heightOf, HEADER, midnight, ROW, tasksOf, timeframe } from './data.ts';

/** One instance is all that this edition gives. It draws rows and cells where they are seen, and its grid as a picture. */
function configure(): void {
  Object.assign(gantt.config, {
    scales: [{ unit: 'month', step: 1, format: '%F %Y' }],
    scale_height: HEADER,
    min_column_width: CELL,
    row_height: ROW,
    bar_height: 32,
    grid_width: DETAILS,
    columns: [{ name: 'text', label: 'Epics', tree: true, width: DETAILS }],
    start_date: midnight(timeframe.start),
    end_date: midnight(timeframe.end + 1),
    fit_tasks: false,
    initial_scroll: false,
    smart_rendering: true,
    static_background: true,
    show_progress: true,
    duration_unit: 'day',
    undo: false,
    show_tasks_outside_timescale: true,
  });
}

export const dhtmlx: Chart = {
  async prepare(stage, size) {
    configure();
    const data = tasksOf(size).map(({ id, title, start, end, progress }) => ({
      id,
      text: title,
      start_date: start,
      end_date: end,
      progress,
    }));
    stage.style.height = `${heightOf()}px`;
    return (): Mounted => {
      gantt.init(stage);
      gantt.parse({ data, links: [] });
      const bars = (): NodeListOf<Element> => stage.querySelectorAll('.gantt_task_line');
      return {
        count: () => gantt.getTaskCount(),
        titles: () => fromTop(stage.querySelectorAll('.gantt_row .gantt_tree_content')),
        places: () => placesOf(bars(), query(stage, '.gantt_task_bg').getBoundingClientRect().left),
        bars: () => bars().length,
        scrollTo: ({ x, y }) => gantt.scrollTo(x, y),
        unmount() {
          gantt.clearAll();
          stage.replaceChildren();
          stage.style.height = '';
        },
      };
    };
  },
};
