import { useEffect, useRef, useState } from 'react';
import { pageConstants } from '#site/page-constants.ts';

export type TestimonialSlide = {
  readonly id: number;
  readonly name: string;
  readonly designation: string;
  readonly description: string;
  readonly isSample: boolean;
};

/** Slides that the window shows at once: the same widths as `.scroller` has. */
const countVisible = (): number =>
  1 +
  Number(matchMedia('(width >= 768px)').matches) +
  Number(matchMedia('(width >= 992px)').matches);

/**
 * Testimonials side by side, 1, 2 or 3 at a time by the window's width. They scroll natively; with
 * script also by numbered buttons and by themselves, from the last to the first.
 */
export function TestimonialCarousel({ slides }: { slides: readonly TestimonialSlide[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const [positions, setPositions] = useState(slides.length);
  useEffect(() => {
    const update = (): void => setPositions(Math.max(1, slides.length + 1 - countVisible()));
    update();
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, [slides.length]);
  const show = (index: number): void => {
    const next = (index + positions) % positions;
    const slide = scroller.current?.children[next];
    const slideLeft = slide instanceof HTMLElement ? slide.offsetLeft : 0;
    scroller.current?.scrollTo({
      left: slideLeft - scroller.current.offsetLeft,
      behavior: 'smooth',
    });
    setActiveIndex(next);
  };
  useEffect(() => {
    const timer = setInterval(() => show(activeIndex + 1), pageConstants.carouselAutoplayMs);
    return () => clearInterval(timer);
  });
  return (
    <div>
      <div
        ref={scroller}
        className="scroller relative"
        tabIndex={0}
        role="group"
        aria-label="Testimonials"
      >
        {slides.map((slide) => (
          <Slide key={slide.id} slide={slide} />
        ))}
      </div>
      <div className="slide-marks no-print with-script">
        {slides.map(({ id }, index) => (
          <SlideButton
            key={id}
            index={index}
            isActive={index === activeIndex}
            onClick={() => show(index)}
          />
        ))}
      </div>
    </div>
  );
}

function Slide({ slide }: { slide: TestimonialSlide }) {
  return (
    <figure className="flex flex-col gap-4">
      <blockquote className="font-serif text-[21px] leading-[1.4]">
        “{slide.description}”
      </blockquote>
      <figcaption className="mt-auto text-[15px]">
        <strong>{slide.name}</strong>
        <br />
        <span className="text-muted">
          {slide.designation}
          {slide.isSample ? ' · sample testimonial' : ''}
        </span>
      </figcaption>
    </figure>
  );
}

function SlideButton({
  index,
  isActive,
  onClick,
}: {
  index: number;
  isActive: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`Show testimonial ${index + 1}`}
      aria-current={isActive}
      className="slide-mark"
    >
      <span />
    </button>
  );
}

export default TestimonialCarousel;
