import { pictureFormats, pictureWidthsPx, type PictureSize } from '#src/picture.model.ts';

/**
 * A picture in a box of `width` × `height` CSS pixels, whose place is kept while it loads. Browsers
 * choose AVIF or WebP in the width that they need; an SVG is sent as it is.
 */
export function Picture(props: {
  /** `paths.picture(…)` */
  readonly src: string;
  /** The picture's alternative text; empty if it only decorates. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** The picture's own size, if it is known: its box is as high as the picture then. */
  readonly size?: PictureSize | undefined;
  /** How wide the page shows it; its width by default. */
  readonly sizes?: string;
  readonly className?: string;
  /** On the first screen: loaded first, and not lazily. */
  readonly isFirst?: boolean;
}) {
  const { src, alt, width, size, isFirst = false } = props;
  const height = size ? Math.round((width * size.heightPx) / size.widthPx) : props.height;
  const sizes = props.sizes ?? `${width}px`;
  const img = (
    <img
      src={src.endsWith('.svg') ? src : `${src}?width=${width}`}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={props.className}
    />
  );
  if (src.endsWith('.svg')) return img;
  const widths = pictureWidthsPx.filter(
    (_, index) => (pictureWidthsPx[index - 1] ?? 0) < width * 2,
  );
  return (
    <picture>
      {pictureFormats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          sizes={sizes}
          srcSet={widths.map((w) => `${src}?width=${w}&format=${format} ${w}w`).join(', ')}
        />
      ))}
      {img}
    </picture>
  );
}
