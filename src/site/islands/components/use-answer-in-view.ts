import { useEffect, useRef, type RefObject } from 'react';

/**
 * Brings the answer to a posted form into view: it stands above the fields, and the button that was
 * pressed is below them. Not the answer that came with the page.
 */
export function useAnswerInView(form: RefObject<HTMLFormElement | null>, answer: unknown): void {
  const pageAnswer = useRef(answer);
  useEffect(() => {
    if (answer === pageAnswer.current) return;
    const message = form.current?.querySelector('[role="alert"], [role="status"]');
    message?.scrollIntoView({ block: 'nearest' });
  }, [form, answer]);
}
