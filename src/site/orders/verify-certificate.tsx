import { data } from 'react-router';
import type { Route } from './+types/verify-certificate.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(appContext).orders.certificates.verifyCertificate(params.token);
  if (!found) throw data(null, { status: 404 });
  return data({ ...found, token: params.token }, { headers: { 'referrer-policy': 'same-origin' } });
}

/** Anybody who has the address of a certificate sees what was licensed, to whom, and whether it still holds. */
export default function VerifyCertificate({
  loaderData: { certificate, isValid, token },
}: Route.ComponentProps) {
  const rows = [
    ['Certificate', certificate.number],
    [
      'Report',
      `${certificate.report.title} (${certificate.report.code}, edition ${certificate.report.edition})`,
    ],
    ['Holder', `${certificate.holder.company}, ${certificate.holder.name}`],
    ['Licence', certificate.licence],
    ['It allows', certificate.rights],
    ['Readers', certificate.seats],
    ['Bought', certificate.date],
  ];
  return (
    <div className="wrap max-w-[760px]! py-14">
      <PageHead
        title="Licence certificate"
        siteName={useSite().siteName}
        description="What a licence allows, as it was bought."
        noIndex
      />
      <h1 className="text-[36px]">Licence certificate</h1>
      <div className="mt-5">
        {isValid ? (
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
      {isValid && (
        <p className="mt-6">
          <a className="button quiet" href={paths.certificatePdf(token)}>
            Certificate as PDF
          </a>
        </p>
      )}
    </div>
  );
}
