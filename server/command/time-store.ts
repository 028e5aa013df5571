/** Time that was spent on an item; seconds less than zero were taken off. */
export interface Timelog {
  readonly itemId: number;
  readonly userId: number;
  readonly seconds: number;
  /** An instant. */
  readonly spentAt: string;
  readonly summary: string | null;
}

export interface TimeStore {
  /** The seconds spent on an item, of all people. */
  total(itemId: number): Promise<number>;
  /** Returns the id. */
  add(log: Timelog, now: string): Promise<number>;
}
