import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';

/** The page for a fault of ours: says so, and offers a way on. */
export function ServerError() {
  return (
    <div className="wrap grid min-h-[60vh] content-center justify-items-start gap-5 py-20">
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-[36px]">{texts.somethingWentWrong}</h1>
      <p>
        The fault is ours and has been noted. Please try again in a moment. A payment that you
        approved is kept, and is never taken twice.
      </p>
      <p>
        <a className="button" href={paths.home()}>
          {texts.goHome}
        </a>
      </p>
    </div>
  );
}
