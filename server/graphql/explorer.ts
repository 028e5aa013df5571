import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EXPLORER_CSP, EXPLORER_PATH, EXPLORER_FILES, type ExplorerFile } from './explorer-files.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A file as it is sent: compressed once, kept for as long as the server runs. */
interface Prepared {
  readonly etag: string;
  readonly body: Buffer;
}

/** Five megabytes in a fifth of a second; the best quality takes many seconds. */
const BROTLI_QUALITY = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * GraphiQL, to read the schema and try queries, at /-/graphql-explorer. Every file comes from this server, made when it is first asked
 * for; nothing is inline, so the page needs no exception for scripts in its content security policy.
 */
export function registerExplorer(app: FastifyInstance): void {
  const prepared = new Map<string, Promise<Prepared>>();
  for (const file of EXPLORER_FILES) {
    const url = file.name === '' ? EXPLORER_PATH : `${EXPLORER_PATH}/${file.name}`;
    app.get(url, async (request, reply) => {
      const encoding = encodingFor(request);
      const key = `${encoding} ${file.name}`;
      const known = prepared.get(key) ?? prepare(file, encoding);
      prepared.set(key, known);
      reply.header('content-security-policy', EXPLORER_CSP);
      return send(request, reply, file.type, encoding, await known);
    });
  }
}

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

async function prepare(file: ExplorerFile, encoding: Encoding): Promise<Prepared> {
  const content = Buffer.from(await file.content());
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}-${encoding}"`;
  if (encoding === 'gzip') return { etag, body: await compressGzip(content) };
  if (encoding === 'identity') return { etag, body: content };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return { etag, body: await compressBrotli(content, { params }) };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  encoding: Encoding,
  { etag, body }: Prepared,
): FastifyReply {
  reply.type(type).header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}
