import type { Answer, RestPort, RestRequest } from '@espalier/core/ports';
import { formToken } from './csrf.ts';
import { messagesOf, wireError } from './wire-error.ts';

/** The file that somebody has chosen: the only place that holds it. */
let chosen: File | null = null;
export const chosenFile = {
  get: (): File | null => chosen,
  set(file: File | null): void {
    chosen = file;
  },
};

/** The REST port, with requests that send the chosen file. They come with the pages that have them. */
export const withUploads = (rest: RestPort): RestPort => ({
  request: <Result>(request: RestRequest, options?: Parameters<RestPort['request']>[1]) =>
    request.upload === undefined
      ? rest.request<Result>(request, options)
      : (send(rest, request, request.upload) as Promise<Answer<Result>>),
});

async function send(rest: RestPort, { method, path }: RestRequest, field: string): Promise<Answer<unknown>> {
  const file = chosenFile.get();
  if (file === null) throw wireError('malformed', { messages: ['No picture is chosen'] });
  const token = await formToken(rest);
  const body = new FormData();
  body.append(field, file);
  const headers = { Accept: 'application/json', ...(token !== null && { 'X-CSRF-Token': token }) };
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { method, headers, body, credentials: 'same-origin' });
    text = await response.text();
  } catch {
    throw wireError('network');
  }
  const { status, ok } = response;
  const data = parsed(text);
  if (!ok) throw wireError('http', { status, messages: messagesOf(data) });
  chosenFile.set(null);
  return { data, status, headers: Object.fromEntries(response.headers) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
