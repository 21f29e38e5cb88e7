import { data } from 'react-router';
import type { Route } from './+types/verify-certificate.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { DefinitionRows } from '#ui/definition-rows.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const verified = await context
    .get(appContext)
    .orders.certificates.verifyCertificate(params.token);
  if (!verified) throw data(null, { status: 404 });
  return data({ ...verified, token: params.token }, { headers: sameOriginReferrer });
}

/** For anybody with a certificate's link: what was licensed, to whom, and whether it is valid. */
export default function VerifyCertificate({
  loaderData: { certificate, isValid, token },
}: Route.ComponentProps) {
  const { report, holder } = certificate;
  return (
    <div className="wrap max-w-[760px]! py-14">
      <PageHead
        title="Licence certificate"
        siteName={useSite().siteName}
        description="What this licence allows, as it was bought."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Licence certificate</h1>
      <div className="mt-5">
        {isValid ? (
          <Alert kind="note">This licence is valid.</Alert>
        ) : (
          <Alert>This licence is not valid: its payment was refunded or is in dispute.</Alert>
        )}
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-3 border-t border-rule pt-5 sm:grid-cols-[140px_1fr]">
        <DefinitionRows
          rows={[
            ['Certificate', certificate.number],
            ['Report', `${report.title} (${report.code}, edition ${report.edition})`],
            ['Licensed to', [holder.company, holder.name].filter(Boolean).join(', ')],
            ['Licence', certificate.licence],
            ['Rights', certificate.rights],
            ['Readers', certificate.seats],
            ['Bought', certificate.date],
          ]}
        />
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
