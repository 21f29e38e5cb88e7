import { data } from 'react-router';
import type { Route } from './+types/verify.ts';
import { paths } from '#src/paths.ts';
import { shopContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { day } from '#ui/words.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(shopContext).orders.verify(params.token);
  if (!found) throw data(null, { status: 404 });
  return data({ ...found, token: params.token }, { headers: { 'referrer-policy': 'same-origin' } });
}

/** Anybody who has the address of a certificate sees what was licensed, to whom, and whether it still holds. */
export default function Verify({ loaderData: { paper, holds, token } }: Route.ComponentProps) {
  const rows = [
    ['Certificate', paper.number],
    ['Report', `${paper.report.title} (${paper.report.code}, edition ${paper.report.edition})`],
    ['Holder', `${paper.holder.company}, ${paper.holder.name}`],
    ['Licence', paper.licence],
    ['It allows', paper.rights],
    ['Readers', paper.seats],
    ['Bought', day(paper.date)],
  ];
  return (
    <div className="wrap max-w-[760px]! py-14">
      <Head
        title="Licence certificate"
        siteName={useSite().siteName}
        description="What a licence allows, as it was bought."
        hidden
      />
      <h1 className="text-[36px]">Licence certificate</h1>
      <div className="mt-5">
        {holds ? (
          <Alert kind="note">This licence holds.</Alert>
        ) : (
          <Alert>This licence does not hold: its payment was given back, or is in dispute.</Alert>
        )}
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-3 border-t border-rule pt-5 sm:grid-cols-[140px_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {holds && (
        <p className="mt-6">
          <a className="button quiet" href={paths.certificate(token)}>
            Certificate as PDF
          </a>
        </p>
      )}
    </div>
  );
}
