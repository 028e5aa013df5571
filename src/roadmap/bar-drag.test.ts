import { jest } from '@jest/globals';
import { followDrag } from './bar-drag.ts';

/** jsdom has no layout and no pointer events of its own: a timeline of 600 px at the window's edge, 100 of them details. */
class Pointer extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;
  constructor(type: string, { pointerId = 1, pointerType = 'mouse', ...rest }: PointerEventInit = {}) {
    super(type, { bubbles: true, cancelable: true, ...rest });
    this.pointerId = pointerId;
    this.pointerType = pointerType;
  }
}

const scroller = document.createElement('div');
Object.defineProperty(scroller, 'clientWidth', { value: 600 });
scroller.getBoundingClientRect = () => ({ left: 0, right: 600 }) as DOMRect;

let frames: (() => void)[] = [];
let stop: () => void = () => undefined;
const told: string[] = [];

function down(clientX: number, pointerType = 'mouse'): void {
  const event = new Pointer('pointerdown', { clientX, pointerType }) as unknown as PointerEvent;
  stop = followDrag(event, {
    scroller,
    details: 100,
    begin: () => void told.push('begin'),
    move: (x) => void told.push(`at ${x}`),
    end: (keep) => void told.push(keep ? 'kept' : 'given up'),
  });
}
const send = (type: string, init: PointerEventInit = {}) => document.dispatchEvent(new Pointer(type, init));
const frame = () => {
  const [run] = frames.splice(0, 1);
  run?.();
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(() => run(0)));
  jest.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => (frames = []));
  scroller.scrollLeft = 0;
  told.length = 0;
  frames = [];
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a mouse that hardly moved has clicked', () => {
  down(300);
  send('pointermove', { clientX: 303 });
  send('pointerup', { clientX: 303 });
  send('pointermove', { clientX: 400 });
  expect(told).toEqual(['kept']);
});

test('a mouse takes the bar, moves it and lets go', () => {
  down(300);
  send('pointermove', { clientX: 310 });
  send('pointermove', { clientX: 320, pointerId: 2 });
  send('pointermove', { clientX: 350 });
  send('pointerup', { clientX: 350 });
  expect(told).toEqual(['begin', 'at 210', 'at 250', 'kept']);
});

test('Escape gives it up', () => {
  down(300);
  send('pointermove', { clientX: 350 });
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  send('pointerup', { clientX: 350 });
  expect(told).toEqual(['begin', 'at 250', 'given up']);
});

test('RM-09.31 a finger that moves at once scrolls', () => {
  down(300, 'touch');
  send('pointermove', { clientX: 300, clientY: 20, pointerType: 'touch' });
  jest.advanceTimersByTime(1000);
  expect(told).toEqual(['given up']);
  const touch = new Event('touchmove', { cancelable: true });
  document.dispatchEvent(touch);
  expect(touch.defaultPrevented).toBe(false);
});

test('RM-09.31 a finger that rests takes the bar, and then scrolls nothing and opens no menu', () => {
  down(300, 'touch');
  jest.advanceTimersByTime(399);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(1);
  const touch = new Event('touchmove', { cancelable: true });
  document.dispatchEvent(touch);
  const menu = new Event('contextmenu', { cancelable: true });
  document.dispatchEvent(menu);
  expect([touch.defaultPrevented, menu.defaultPrevented]).toEqual([true, true]);
  send('pointermove', { clientX: 340, pointerType: 'touch' });
  send('pointercancel', { clientX: 340, pointerType: 'touch' });
  expect(told).toEqual(['begin', 'at 200', 'at 240', 'given up']);
});

test('RM-09.32 near an edge the timeline scrolls under the pointer, faster the nearer, and stops away from it', () => {
  down(300);
  send('pointermove', { clientX: 599 });
  frame();
  expect(scroller.scrollLeft).toBe(14);
  expect(told.at(-1)).toBe('at 513');
  frame();
  expect(scroller.scrollLeft).toBe(28);
  send('pointermove', { clientX: 560 });
  frame();
  expect(scroller.scrollLeft).toBe(31);
  send('pointermove', { clientX: 300 });
  frame();
  expect(frames).toEqual([]);
  send('pointermove', { clientX: 101 });
  frame();
  expect(scroller.scrollLeft).toBe(17);
  send('pointerup', { clientX: 101 });
  expect(frames).toEqual([]);
  expect(told.at(-1)).toBe('kept');
});
