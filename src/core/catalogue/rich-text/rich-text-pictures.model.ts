/** Pictures of a description: which, and what the library knows of them. Pure. */
import type { PictureFacts } from '../../media/model.ts';
import type { RichText } from './rich-text.model.ts';

/** The names of the pictures, each once. */
export const listPictureNames = (blocks: RichText): string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : []))),
];

/** Pictures have their size, and the library's text if they have none of their own. */
export const fillPictures = (
  blocks: RichText,
  facts: ReadonlyMap<string, PictureFacts>,
): RichText =>
  blocks.map((block) => {
    const known = block.kind === 'picture' ? facts.get(block.name) : undefined;
    if (block.kind !== 'picture' || !known) return block;
    const { widthPx, heightPx, alternativeText } = known;
    return { ...block, text: block.text || alternativeText, widthPx, heightPx };
  });
