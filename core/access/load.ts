/** How far a read has come. `missing` stands for what does not exist and for what may not be seen: the two are never told apart. */
export type Load = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

/** How far a change has come; `failed` keeps the error until the next try. */
export type Sending = 'idle' | 'sending' | 'failed';

/** EP-18.21: the one text for what does not exist and for what may not be seen. */
export const NOT_FOUND_TEXT = "The page could not be found or you don't have permission to view it.";

/** Where no answer arrived at all. */
export const UNREACHABLE_TEXT = 'The server could not be reached. Check your connection and try again.';

/** Where the server failed without a text that is meant for people. */
export const SERVER_FAULT_TEXT = 'Something went wrong on our end.';
