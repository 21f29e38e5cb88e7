/** Pictures of the library, as pages and staff see them. Types and rules, safe in the browser. */

/** Names of the library begin with it; others are files in the publisher's folder of pictures. */
const prefix = 'media/';

/** True for a picture of the library, whether it is there or not. */
export const isLibraryPicture = (name: string): boolean => name.startsWith(prefix);

/** The pictures of the library that a text of HTML or JSON names, each once. */
export const listLibraryPictures = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bmedia\/[a-z0-9][a-z0-9-]*/g)].map(([name]) => name)),
];

/** Of what the library keeps, whatever was uploaded. */
export type PictureType = 'image/jpeg' | 'image/png';

/** Longer alternative texts are refused: they are read aloud. */
export const maxAlternativeTextLength = 500;

/** A larger upload is refused. */
export const maxPictureBytes = 25_000_000;

/** The data that pages need to show a picture. */
export type PictureFacts = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Its description, for readers who don't see it; empty if nobody has written it yet. */
  readonly alternativeText: string;
};

/** Where a picture stands. */
export type PictureUse = {
  readonly kind:
    | 'report'
    | 'edition'
    | 'draft'
    | 'blog post'
    | 'press release'
    | 'service'
    | 'question'
    | 'testimonial'
    | 'client logo'
    | 'settings';
  /** Of the report, post and so on. */
  readonly id: number;
  /** Its title or name. */
  readonly label: string;
};

/** A picture as the library lists it. */
export type LibraryPicture = PictureFacts & {
  readonly id: number;
  /** Its name in texts and fields: "media/wheat-field". */
  readonly name: string;
  /** The file name it was uploaded with. */
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly uploadedAt: Date;
  readonly uploadedBy: string;
  /** 1, and one more with each file that took its place. */
  readonly fileNumber: number;
};

export type PictureRow = LibraryPicture & { readonly useCount: number };
export type PictureDetail = LibraryPicture & { readonly uses: readonly PictureUse[] };

/** Staff's verbs on the library. */
export type PictureQuery = {
  /** Part of the name, the file's name or the alternative text. */
  readonly words?: string | undefined;
  /** Only those that nothing shows, or that have no alternative text. */
  readonly only?: 'unused' | 'undescribed' | undefined;
  /** Ids that the page is after (older) or before (newer); the newest are first. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** A picture as a document prints it, on white. */
export type PrintedPicture = {
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
};
