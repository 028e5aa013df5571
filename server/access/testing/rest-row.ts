import type { Who } from './people.ts';
import type { Ask, Row, Target } from './rows.ts';
import type { MatrixWorld } from './world.ts';

/** How a row of a REST route is made. */

type Made = Partial<Pick<Row, 'least' | 'also' | 'kinds' | 'places' | 'about'>> & {
  readonly body?: (target: Target, world: MatrixWorld) => unknown;
  /** What stands for further parameters of the pattern. */
  readonly fill?: (target: Target, world: MatrixWorld, who: Who) => Readonly<Record<string, string | number>>;
  readonly query?: string;
};

const encoded = encodeURIComponent;

export function route(
  op: string,
  on: Row['on'],
  { body, fill, query = '', least = 'reading', ...rest }: Made = {},
): Row {
  const [method = '', pattern = ''] = op.split(' ');
  return {
    ...rest,
    op,
    on,
    least,
    ask: (target, world, who) => {
      const values: Readonly<Record<string, string | number>> = {
        iid: on === 'issue' ? target.issue.iid : target.epic.iid,
        epic_id: target.epic.id,
        ...fill?.(target, world, who),
      };
      const path = pattern
        .replace(/^\/groups\/\*/, `/groups/${target.group}`)
        .replace(/^\/\*/, `/${target.project}`)
        .replace('projects/:id', `projects/${encoded(target.project)}`)
        .replace('groups/:id', `groups/${encoded(target.group)}`)
        .replace(/:(\w+)/g, (_whole, name: string) => String(values[name]));
      return { method: method as Ask['method'], url: `${path}${query}`, ...(body && { body: body(target, world) }) };
    },
  };
}

export const title = () => ({ title: 'New' });
export const isPlain = ({ kind }: Target): boolean => kind === 'plain';
