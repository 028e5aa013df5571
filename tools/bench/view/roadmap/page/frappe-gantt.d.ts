/** It comes without types. */
declare module 'frappe-gantt' {
  interface FrappeTask {
    readonly id: string;
    readonly name: string;
    readonly start: string;
    /** The last day. */
    readonly end: string;
    /** Per cent. */
    readonly progress: number;
  }

  export default class Gantt {
    constructor(wrapper: HTMLElement, tasks: readonly FrappeTask[], options: Readonly<Record<string, unknown>>);
  }
}
