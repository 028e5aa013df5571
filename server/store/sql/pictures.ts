import { sql } from 'kysely';
import { type Picture, type PictureOf, picturePath, type PictureStore } from '../../command/picture.ts';
import type { Db } from '../../db/types.ts';

export class SqlPictures implements PictureStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find({ kind, id }: PictureOf): Promise<Picture | undefined> {
    const { rows } = await sql<Picture>`
      SELECT file, type, digest, bytes FROM avatars WHERE ${sql.ref(`${kind}_id`)} = ${id}::bigint`.execute(this.#db);
    return rows[0];
  }

  async put(of: PictureOf, picture: Picture | null): Promise<void> {
    const owner = sql.ref(`${of.kind}_id`);
    const path = picture && picturePath(of, picture);
    await sql`UPDATE ${sql.table(`${of.kind}s`)} SET avatar_url = ${path}::text WHERE id = ${of.id}::bigint`.execute(
      this.#db,
    );
    if (picture === null) {
      await sql`DELETE FROM avatars WHERE ${owner} = ${of.id}::bigint`.execute(this.#db);
      return;
    }
    const { file, type, digest, bytes } = picture;
    await sql`
      INSERT INTO avatars (${owner}, file, type, digest, bytes)
      VALUES (${of.id}::bigint, ${file}, ${type}, ${digest}, decode(${Buffer.from(bytes).toString('base64')}, 'base64'))
      ON CONFLICT (${owner}) DO UPDATE
        SET file = excluded.file, type = excluded.type, digest = excluded.digest, bytes = excluded.bytes`.execute(
      this.#db,
    );
  }
}
