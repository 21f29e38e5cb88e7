import type { Route } from './+types/settings.ts';
import { serviceNames, type ServiceName } from '#core/store/services.model.ts';
import type { Delivery } from '#core/catalogue/goods/delivery.model.ts';
import { deliveryChoices } from '#admin/catalogue/editor/delivery-texts.ts';
import { staffContext } from '#admin/context.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { nameZone } from '#core/kernel/zone-names.model.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { pageTitles, settingsPages } from './settings-forms.ts';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'settings.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { services, store } = context.get(appContext);
  const settings = await store.getSettings();
  const { bank, tax, currency, licences, legal, numbering } = settings;
  const facts = {
    bank: bank ? `${bank.holder}, ${bank.iban}` : 'None: no bank transfers',
    tax: tax.kind === 'none' ? 'None' : `${tax.name}, ${tax.country}, prices ${tax.prices}`,
    legal: [legal.name || settings.name, legal.taxId].filter(Boolean).join(', '),
    numbering: `${numbering.order}, ${numbering.invoice}`,
    currency,
    timeZone: nameZone(settings.timeZone),
    licences: licences.flatMap((one) => (one.isOffered ? [one.name] : [])).join(', '),
    newReports: nameDelivery(settings.newReports.delivery),
  };
  return { services: unwrap(services.listServices(actor)), facts };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { services } = context.get(appContext);
  const name = readIntent(serviceNames, form.fields['service']);
  if (!name) return respondRejected(unknownForm, {});
  const tested = await services.testService(actor, name);
  return tested.ok
    ? redirectWithMessage(context, '/admin/settings', tested.value)
    : respondRejected(tested, {});
}

const serviceWords: Readonly<Record<ServiceName, readonly [title: string, variables: string]>> = {
  payments: ['PayPal', 'PAYPAL_BASE_URL, PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID'],
  email: ['Mail server', 'SMTP_URL'],
  captcha: ['Captcha', 'TURNSTILE_SITE_KEY, TURNSTILE_SECRET'],
};

const nameDelivery = (delivery: Delivery): string => {
  const name = deliveryChoices.find(([kind]) => kind === delivery.kind)?.[1] ?? '';
  return delivery.kind === 'by-us' ? `Delivered by us within ${delivery.days} days` : name;
};

/** The store's settings, and whether the services that it calls answer. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { services, facts } = loaderData;
  return (
    <AdminPage title="Settings">
      {actionData && <FormErrors rejected={actionData} />}
      <AdminSection title="Store">
        <DefinitionList
          rows={settingsPages.map((page) => [
            pageTitles[page],
            <span key={page}>
              {facts[page]}{' '}
              <a href={`/admin/settings/${page}`}>Change {pageTitles[page].toLowerCase()}</a>
            </span>,
          ])}
        />
      </AdminSection>
      <AdminSection title="Emails">
        <p>
          <a href="/admin/settings/emails">Subjects and texts of emails</a>
        </p>
      </AdminSection>
      <AdminSection title="Services">
        <p className="admin-by">Their secrets are set in environment variables and never shown.</p>
        {services.map(({ name, isReal }) => (
          <Service key={name} name={name} isReal={isReal} />
        ))}
      </AdminSection>
      <AdminSection title="Programs">
        <p>
          <a href="/admin/settings/tokens">API tokens</a>
        </p>
        <p>
          <a href="/admin/settings/webhooks">Webhooks</a>
        </p>
      </AdminSection>
    </AdminPage>
  );
}

function Service({ name, isReal }: { readonly name: ServiceName; readonly isReal: boolean }) {
  const [title, variables] = serviceWords[name];
  return (
    <form method="post" className="admin-service">
      <h3>
        {title} <Badge tone={isReal ? 'good' : 'open'}>{isReal ? 'Set' : 'Missing'}</Badge>
      </h3>
      <p className="admin-by">
        {isReal ? variables : `A local simulator is used instead. Set ${variables}.`}
      </p>
      <FormKey />
      <input type="hidden" name="service" value={name} />
      <SubmitButton className="admin-button" busyLabel="Testing…" aria-label={`Test ${title}`}>
        Test
      </SubmitButton>
    </form>
  );
}
