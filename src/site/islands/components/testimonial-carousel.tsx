import { useEffect, useRef, useState } from 'react';
import { pageConstants } from '#site/page-constants.ts';

export type TestimonialSlide = {
  readonly id: number;
  readonly name: string;
  readonly designation: string;
  readonly description: string;
  readonly isSample: boolean;
};

/** Testimonials side by side: 1, 2 or 3 at a time by width, scrolled natively; with script also by numbered buttons, looping. */
export function TestimonialCarousel({ slides }: { slides: readonly TestimonialSlide[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const show = (index: number): void => {
    const next = (index + slides.length) % slides.length;
    const child = scroller.current?.children[next] as HTMLElement | undefined;
    scroller.current?.scrollTo({
      left: (child?.offsetLeft ?? 0) - scroller.current.offsetLeft,
      behavior: 'smooth',
    });
    setAt(next);
  };
  useEffect(() => {
    const timer = setInterval(() => show(at + 1), pageConstants.carouselAutoplayMs);
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
          <figure key={slide.id} className="sheet flex flex-col gap-4 p-6">
            <blockquote className="font-serif text-[18px] leading-relaxed">
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
        ))}
      </div>
      <div className="no-print mt-5 flex justify-center gap-1">
        {slides.map((slide, index) => (
          <button
            key={slide.id}
            type="button"
            onClick={() => show(index)}
            aria-label={`Show testimonial ${index + 1}`}
            aria-current={index === at}
            className="grid size-8 place-items-center"
          >
            <span
              className={`block size-2.5 rounded-full ${index === at ? 'bg-accent' : 'bg-[#8b877a]'}`}
            />
          </button>
        ))}
      </div>
    </div>
  );
}

export default TestimonialCarousel;
