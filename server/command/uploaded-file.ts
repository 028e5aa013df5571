/** A file of a form. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of its content. */
  readonly digest: string;

  constructor(name: string, bytes: Uint8Array, digest: string) {
    this.name = name;
    this.bytes = bytes;
    this.digest = digest;
  }

  /** Where a request is compared with another one. */
  toJSON(): object {
    return { file: this.name, digest: this.digest };
  }
}
