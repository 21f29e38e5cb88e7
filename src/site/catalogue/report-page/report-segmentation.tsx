import type { Report } from '#core/catalogue/model.ts';
import { nameSegmentation } from '#core/catalogue/figures/segmentation.model.ts';
import { texts } from '#site/texts.ts';

/** How the subject is divided, a list for each way. */
export function ReportSegmentation({ segmentation }: Pick<Report, 'segmentation'>) {
  if (segmentation.length === 0) return null;
  return (
    <section id="segmentation" className="no-print" aria-labelledby="segments">
      <h2 id="segments">{texts.tabSegmentation}</h2>
      <div className="segments">
        {segmentation.map(({ by, items }) => (
          <section key={by}>
            <h3>{nameSegmentation(by)}</h3>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
