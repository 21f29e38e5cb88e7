import type { Route } from './+types/custom-search.ts';
import { paths } from '#src/paths.ts';
import { shopContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(shopContext);
  const words = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200);
  const [found, services] = await Promise.all([catalogue.find(words), content.findServices(words)]);
  return { words, found, services };
}

/** Where the header's search leads without script: the same groups as its dropdown. */
export default function CustomSearch({ loaderData: { words, found, services } }: Route.ComponentProps) {
  const groups = [
    ['Industries', found.industries.map(({ slug, name }) => [paths.industry(slug), name] as const)],
    ['Services', services.map(({ id, name }) => [`${paths.services()}#service-${id}`, name] as const)],
    [found.nearest ? 'Reports with a similar name' : 'Reports', found.reports.map(({ slug, title }) => [paths.report(slug), title] as const)],
  ] as const;
  const nothing = groups.every(([, links]) => links.length === 0);
  return (
    <div className="wrap py-12">
      <Head title={words ? `Search: ${words}` : 'Search'} siteName={useSite().siteName} description="Search industries, services and reports." hidden />
      <h1 className="text-[40px]">{texts.customSearch}</h1>
      <form className="mt-6 flex max-w-[640px] gap-2" role="search" aria-label="Search the catalogue">
        <label className="sr-only" htmlFor="words">Words</label>
        <input id="words" name="q" type="search" defaultValue={words} maxLength={200} className="h-11 grow rounded-[3px] border border-[#8b877a] bg-sheet px-3" />
        <button className="button">Search</button>
      </form>
      {words.trim().length === 1 && <p className="mt-6">Give at least two letters.</p>}
      {words.trim().length > 1 && nothing && <p className="mt-6">{texts.noResults} <a className="link" href={paths.industries()}>See all industries</a></p>}
      {groups.filter(([, links]) => links.length > 0).map(([title, links]) => (
        <section key={title} className="mt-8">
          <h2 className="mb-2 text-[22px]">{title}</h2>
          <ul>{links.map(([href, label]) => <li key={href}><a className="link inline-block py-1" href={href}>{label}</a></li>)}</ul>
        </section>
      ))}
    </div>
  );
}
