import type { LibraryPicture } from '#core/media/model.ts';
import { paths } from '#src/paths.ts';
import { formatNumber } from '#ui/format.ts';
import { Picture } from '#ui/picture.tsx';

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

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
