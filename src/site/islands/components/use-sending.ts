import { useEffect, useRef, useState } from 'react';
import { announce } from '../enhancements/announce.ts';

/**
 * Sends an island's form once at a time: `send` does nothing while another one is under way, and
 * announces `busyLabel`. `isSending` ends with it, whatever came of it, and when the page comes back
 * from the browser's history.
 */
export function useSending(busyLabel: string) {
  const [isSending, setIsSending] = useState(false);
  const isUnderWay = useRef(false);
  const end = (): void => {
    isUnderWay.current = false;
    setIsSending(false);
    announce('');
  };
  const send = async (perform: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    announce(busyLabel);
    await perform().finally(end);
  };
  useEffect(() => {
    const endAfterReturn = (event: PageTransitionEvent): void => void (event.persisted && end());
    addEventListener('pageshow', endAfterReturn);
    return () => removeEventListener('pageshow', endAfterReturn);
  });
  return { isSending, send };
}
