/** Who wrote a report, as pages show them. Pure, safe in the browser. */

export type AuthorName = { readonly name: string; readonly slug: string };

/** A person, or a desk of the publisher; null until the publisher has said which. */
export type AuthorKind = 'desk' | 'person' | null;

export type Author = AuthorName & {
  readonly kind: AuthorKind;
  /** Their work, in plain text; '' if the publisher has written nothing. */
  readonly about: string;
  /** The number of their published reports. */
  readonly reports: number;
};

/** Whom a post names, as its page shows them. */
export type AuthorOfPost = Pick<Author, 'name' | 'slug' | 'kind'>;

/** Characters of what is said of an author. */
export const maxAboutLength = 2000;

/** A publisher's words on an author whom reports name. */
export type AuthorDescription = {
  readonly name: string;
  readonly kind: AuthorKind;
  /** Plain text. */
  readonly about: string;
};
