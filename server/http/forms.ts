import { createHash } from 'node:crypto';
import { UploadedFile } from '../command/uploaded-file.ts';
import { HttpError } from '../http-errors.ts';

/** What forms and queries hold: a name that is repeated, or ends in `[]`, has a list. */
export function fieldsOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [written, value] of entries) {
    const name = written.replace(/\[\]$/, '');
    const earlier = fields[name];
    if (Array.isArray(earlier)) earlier.push(value);
    else if (earlier !== undefined) fields[name] = [earlier, value];
    else fields[name] = name === written ? value : [value];
  }
  return fields;
}

/** AP-05.160: the same of a body that is `multipart/form-data`. A file is no text: only parameters that are files take it. */
export async function multipartFields(body: Buffer, type: string): Promise<Record<string, unknown>> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const fields = [...form].map(async ([name, value]): Promise<readonly [string, unknown]> => {
      if (typeof value === 'string') return [name, value];
      const bytes = new Uint8Array(await value.arrayBuffer());
      const digest = createHash('sha256').update(bytes).digest('base64url');
      return [name, new UploadedFile(value.name, bytes, digest)];
    });
    return fieldsOf(await Promise.all(fields));
  } catch {
    throw new HttpError(400, '400 Bad request: the body is not valid multipart/form-data');
  }
}
