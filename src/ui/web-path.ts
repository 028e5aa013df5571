/** The path of an address that the server gave with its host, so that the router can follow it without a reload. */
export const webPath = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
