import {
  TestimonialCarousel,
  type TestimonialSlide,
} from '#site/islands/components/testimonial-carousel.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { texts } from '#site/texts.ts';

/** The carousel of testimonials, or the specification's sentence if there are none. */
export function TestimonialsIsland({
  testimonials,
}: {
  testimonials: readonly TestimonialSlide[];
}) {
  if (testimonials.length === 0) return <p>{texts.noTestimonials}</p>;
  return (
    <Island name="testimonial-carousel" when="view" props={{ slides: testimonials }}>
      <TestimonialCarousel slides={testimonials} />
    </Island>
  );
}
