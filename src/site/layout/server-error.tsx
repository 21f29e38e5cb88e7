import { use } from 'react';
import { SubmitButton } from '#ui/submit-button.tsx';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { FaultContext } from './fault-context.ts';
import { PageOpening } from './page-opening.tsx';

const paymentIsSafe = 'If you approved a payment, it is safe and will never be charged twice.';

/** The page for what could not be answered: a bug of ours, or something that is away. */
export function ServerError() {
  const fault = use(FaultContext);
  const isUnavailable = fault?.kind === 'unavailable';
  const heading = isUnavailable ? 'We will be back in a moment' : texts.somethingWentWrong;
  return (
    <div className="wrap text-page state-page">
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <PageOpening title={heading}>
        {isUnavailable
          ? 'Part of our site is not available right now. Please try again in a few seconds. '
          : 'This is our fault, and we have a record of it. '}
        {paymentIsSafe}
      </PageOpening>
      {fault && (
        <p>
          If you write to us, please give this number: <code>{fault.requestId}</code>
        </p>
      )}
      {fault?.postedFields && <SendAgain fields={fault.postedFields} />}
      {fault?.isPost && !fault.postedFields && (
        <p>
          Go back to send the form again: the text that you typed is still there, and the file has
          to be chosen again.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        {isUnavailable && !fault.isPost && (
          <a className="button" href="">
            Try again
          </a>
        )}
        <a
          className={isUnavailable || fault?.postedFields ? 'button quiet' : 'button'}
          href={paths.home()}
        >
          {texts.goHome}
        </a>
      </p>
    </div>
  );
}

/** Posts the same form once more, so that nothing has to be typed again. */
function SendAgain({ fields }: { fields: readonly (readonly [string, string])[] }) {
  return (
    <form method="post" className="grid justify-items-start gap-3">
      {fields.map(([name, value], index) => (
        <input key={`${index}-${name}`} type="hidden" name={name} value={value} />
      ))}
      <p>What you typed is kept, apart from passwords.</p>
      <SubmitButton busyLabel="Sending...">Send again</SubmitButton>
    </form>
  );
}
