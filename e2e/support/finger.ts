import type { CDPSession, Page } from 'playwright-core';

/** One finger on a touch screen. The browser decides, as it does for a real one, what becomes a scroll. */
export class FreeFinger {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async on(page: Page): Promise<FreeFinger> {
    return new FreeFinger(page, await page.context().newCDPSession(page));
  }

  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  }

  down = (x: number, y: number) => this.send('touchStart', [{ x, y }]);

  up = () => this.send('touchEnd', []);

  /** In steps, each of which is painted. */
  async move(from: { readonly x: number; readonly y: number }, by: number): Promise<void> {
    for (let step = 1; step <= 8; step += 1) {
      await this.send('touchMove', [{ x: from.x + (step * by) / 8, y: from.y }]);
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Down and along in one go, however slow the machine is. */
  async swipe(from: { readonly x: number; readonly y: number }, by: number): Promise<void> {
    const sent = [this.down(from.x, from.y)];
    for (let step = 1; step <= 8; step += 1)
      sent.push(this.send('touchMove', [{ x: from.x + (step * by) / 8, y: from.y }]));
    await Promise.all(sent);
  }
}
