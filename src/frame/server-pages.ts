/** What the server itself answers though a browser asks for HTML: all of /-/ but the client's own pages there, and one-time sign-in links. */
export const SERVER_PAGES = /^\/api\/|^\/-\/(?!(sign-in|first-run|password|tokens|gallery)$)|^\/-\/sign-in\?/;
