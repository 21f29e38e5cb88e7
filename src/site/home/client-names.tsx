import type { Client } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { ActionLink } from '#ui/action-link.tsx';

/** The existing clients in one sentence, with a link to their page; nothing where there are none. */
export function ClientNames({ clients }: { clients: readonly Client[] }) {
  if (clients.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(clients.map(({ name }) => name.toLowerCase()));
  return (
    <section aria-label="Who reads us" className="home-clients">
      <div className="wrap">
        <p className="font-serif">
          Read by {names}.
          {clients.some(({ isSample }) => isSample) && (
            <span className="sample-mark"> Sample clients</span>
          )}
        </p>
        <ActionLink href={paths.clients()}>Our clients</ActionLink>
      </div>
    </section>
  );
}
