import type { LibraryPicture } from '#core/media/model.ts';
import { paths } from '#src/paths.ts';
import { formatBytes, formatNumber } from '#ui/format.ts';
import { Picture } from '#ui/picture.tsx';

/** "1,200 × 800 pixels, 240 KB". */
export const describeSize = ({ widthPx, heightPx, sizeBytes }: LibraryPicture): string =>
  `${formatNumber(widthPx)} × ${formatNumber(heightPx)} pixels, ${formatBytes(sizeBytes)}`;

/** Small, beside its name: it says nothing that the row does not. */
export const Thumbnail = ({ picture }: { readonly picture: LibraryPicture }) => (
  <Picture
    src={paths.picture(picture.name)}
    alt=""
    width={96}
    height={64}
    className="media-thumbnail"
  />
);
