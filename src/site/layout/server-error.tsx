import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';

/** The page for a fault of ours. */
export function ServerError() {
  return (
    <div className="wrap grid min-h-[60vh] content-center justify-items-start gap-5 py-20">
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-[36px]">{texts.somethingWentWrong}</h1>
      <p>
        This is our fault and has been logged. Please try again in a moment. If you approved a
        payment, it is safe and will never be charged twice.
      </p>
      <p>
        <a className="button" href={paths.home()}>
          {texts.goHome}
        </a>
      </p>
    </div>
  );
}
