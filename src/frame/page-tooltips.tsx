import { parseInstant, timestamp } from '@espalier/core/calendar';
import { Tooltips } from '../ui/tooltip.tsx';

/** The tooltips of the product's pages. Loaded after the page: nothing is explained before there is something. */
export const PageTooltips = () => <Tooltips describe={describe} />;

/** What is worded only when it is asked for: a time, or a text that is cut. */
const describe = (target: HTMLElement): string | null =>
  exactTime(target) ?? (target.scrollWidth > target.clientWidth ? target.textContent : null);

/** The exact times of a `TimeAgo`, in the viewer's zone: `Jan 14, 2020 5:00pm GMT+1`. For `Tooltips`. */
function exactTime(target: HTMLElement): string | null {
  if (!(target instanceof HTMLTimeElement)) return null;
  const times = target.dataset['times']?.split('|') ?? [target.dateTime];
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const lines = times.flatMap((time) => {
    const then = parseInstant(time.slice(time.lastIndexOf(' ') + 1));
    return then === null ? [] : [time.slice(0, time.lastIndexOf(' ') + 1) + timestamp(then, zone)];
  });
  return lines.length === 0 ? null : lines.join('\n');
}
