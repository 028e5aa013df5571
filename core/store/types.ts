/** Where an alert appears: in the tree, in the section of linked items, on the epic page, or above the whole page. */
export type NoticeScope = 'tree' | 'links' | 'epic' | 'page';

export interface NoticeDraft {
  readonly kind: 'danger' | 'warning' | 'info' | 'toast';
  /** The specification's sentence. */
  readonly text: string;
  /** The server's own words, below the text. */
  readonly detail?: string;
  /** Default true. */
  readonly dismissible?: boolean;
  readonly scope?: NoticeScope;
  /** Of a toast: milliseconds until it hides itself; default 5000, never less than 1000 (BD-04.1). */
  readonly hideAfter?: number;
  /** What a button in the alert offers; the view dispatches `event` when it is pressed. */
  readonly action?: { readonly label: string; readonly event: { readonly type: string; readonly payload: unknown } };
}
