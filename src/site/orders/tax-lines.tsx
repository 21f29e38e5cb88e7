import type { TaxLine } from '#core/orders/tax.model.ts';

/** The rows between the item and the total; filled anew when the buyer changes the country. */
export function TaxLines({ lines }: { lines: readonly TaxLine[] }) {
  return (
    <dl className="figures" data-tax-lines="">
      {lines.map(({ label, amount }) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-rule py-2 text-[15px]"
        >
          <dt className="text-muted">{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
