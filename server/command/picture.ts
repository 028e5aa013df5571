import type { UploadedFile } from './uploaded-file.ts';

/** Whose picture it is. */
export interface PictureOf {
  readonly kind: 'user' | 'group' | 'project';
  readonly id: number;
}

/** A picture as it is kept. */
export interface Picture {
  /** The last part of its address. */
  readonly file: string;
  /** As its content says. */
  readonly type: string;
  /** Of its content. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Pictures of people, groups and projects, whoever may see them. */
export interface PictureStore {
  find(of: PictureOf): Promise<Picture | undefined>;
  /** Null takes it away. */
  put(of: PictureOf, picture: Picture | null): Promise<void>;
}

/** What a change says of a picture: a new one, null: none; absent: it stays. */
export type GivenPicture = UploadedFile | null;

const MAX_BYTES = 200 * 1024;

/** GitLab's, but for BMP and TIFF, which browsers do not show. */
const FORMATS = [
  { ending: 'png', type: 'image/png', marks: [[0, '\x89PNG\r\n\x1a\n']] },
  { ending: 'jpg', type: 'image/jpeg', marks: [[0, '\xff\xd8\xff']] },
  { ending: 'gif', type: 'image/gif', marks: [[0, 'GIF87a']] },
  { ending: 'gif', type: 'image/gif', marks: [[0, 'GIF89a']] },
  {
    ending: 'webp',
    type: 'image/webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { ending: 'ico', type: 'image/x-icon', marks: [[0, '\0\0\x01\0']] },
] as const;

const formatOf = (bytes: Uint8Array) => {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return FORMATS.find(({ marks }) => marks.every(([at, mark]) => start.startsWith(mark, at)));
};

/** AP-09.65: by its content; what it is called says nothing. */
export function pictureFaults(given: GivenPicture | undefined): string[] {
  if (given === undefined || given === null) return [];
  return [
    ...(given.bytes.length > MAX_BYTES ? ['avatar is too big (should be at most 200 KiB)'] : []),
    ...(formatOf(given.bytes) === undefined
      ? [
          'avatar file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, webp, ico',
        ]
      : []),
  ];
}

/** Keeps what a change says. Its faults were told before. */
export async function putPicture(store: PictureStore, of: PictureOf, given: GivenPicture | undefined): Promise<void> {
  if (given !== undefined) await store.put(of, given && pictureOf(given));
}

function pictureOf({ name, bytes, digest }: UploadedFile): Picture {
  const { ending, type } = formatOf(bytes) ?? { ending: 'bin', type: 'application/octet-stream' };
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 100);
  return { file: `${stem || 'avatar'}.${ending}`, type, digest, bytes };
}

export const picturePath = ({ kind, id }: PictureOf, { file }: Pick<Picture, 'file'>): string =>
  `/uploads/-/system/${kind}/avatar/${id}/${file}`;
