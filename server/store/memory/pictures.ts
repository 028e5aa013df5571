import type { Picture, PictureOf, PictureStore } from '../../command/picture.ts';
import type { World } from './world.ts';

const keyOf = ({ kind, id }: PictureOf): string => `${kind} ${id}`;

export class MemoryPictures implements PictureStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async find(of: PictureOf): Promise<Picture | undefined> {
    return this.#world.pictures.get(keyOf(of));
  }

  async put(of: PictureOf, picture: Picture | null): Promise<void> {
    if (picture === null) this.#world.pictures.delete(keyOf(of));
    else this.#world.pictures.set(keyOf(of), picture);
  }
}
