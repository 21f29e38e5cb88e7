import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

/** Head of an order's page: its state in a word or two, and what is true of it. */
export function OrderTitle({
  state,
  isGood = false,
  title,
  children,
}: {
  state: ReactNode;
  isGood?: boolean;
  title: string;
  /** The lead below the title. */
  children?: ReactNode;
}) {
  return (
    <>
      {state && (
        <p className={`order-state ${isGood ? 'text-good' : 'text-muted'}`}>
          {isGood && <Icon name="check" />}
          {state}
        </p>
      )}
      <h1 className="mt-2 text-[27px] lg:text-[36px]">{title}</h1>
      {children && <p className="mt-3 text-[17px] lg:text-[18px]">{children}</p>}
    </>
  );
}

/** Where a buyer asks about an order. */
export function OrderQuestions({ salesEmail }: { salesEmail: string }) {
  return (
    <p className="p-5 text-[13.5px] text-muted lg:px-[22px]">
      Questions about this order:{' '}
      <a className="link inline-block" href={`mailto:${salesEmail}`}>
        {salesEmail}
      </a>
    </p>
  );
}
