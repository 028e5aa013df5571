import '@svar-ui/react-gantt/all.css';
import type { IApi } from '@svar-ui/react-gantt';
import type { Chart, Mounted } from './chart.ts';
import { Gantt, Willow } from '@svar-ui/react-gantt';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { fromTop, placesOf, query } from './chart.ts';
import { CELL, DETAILS, heightOf, HEADER, midnight, ROW, tasksOf, timeframe } from './data.ts';

const SCALES = [{ unit: 'month', step: 1, format: '%F %Y' }];
const COLUMNS = [{ id: 'text', header: 'Epics', width: DETAILS }];

export const svar: Chart = {
  async prepare(stage, size) {
    const tasks = tasksOf(size).map(({ id, title, start, end, progress }) => ({
      id,
      text: title,
      start,
      end,
      progress: Math.round(progress * 100),
      type: 'task',
    }));
    const root = createRoot(stage);
    let api: IApi | null = null;
    return (): Mounted => {
      flushSync(() =>
        root.render(
          <Willow fonts={false}>
            <div style={{ height: heightOf() }}>
              <Gantt
                autoScale={false}
                tasks={tasks}
                scales={SCALES}
                columns={COLUMNS}
                start={midnight(timeframe.start)}
                end={midnight(timeframe.end + 1)}
                cellWidth={CELL}
                cellHeight={ROW}
                scaleHeight={HEADER}
                gridWidth={DETAILS}
                init={(given: IApi) => {
                  api = given;
                }}
              />
            </div>
          </Willow>,
        ),
      );
      const bars = (): NodeListOf<Element> => stage.querySelectorAll('.wx-bar');
      return {
        count: () => size,
        titles: () => fromTop(stage.querySelectorAll('.wx-table .wx-body .wx-row')),
        places: () => placesOf(bars(), query(stage, '.wx-bars').getBoundingClientRect().left),
        bars: () => bars().length,
        scrollTo({ x, y }) {
          void api?.exec('scroll-chart', { left: x, top: y });
        },
        unmount: () => root.unmount(),
      };
    };
  },
};
