/** What the service worker keeps of a built client. */
export interface KeptFiles {
  /** The page's own script, whose name holds a hash of everything that it imports. */
  readonly version: string;
  /** Names of built files hold a hash of their content; the page's revision says its. */
  readonly files: readonly { readonly url: string; readonly revision: string | null }[];
}
