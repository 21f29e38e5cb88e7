import type { ReactNode } from 'react';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, SelectField, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { reportPaths } from '../report-paths.ts';
import { FieldBox, type EditorForm } from './editor-fields.tsx';
import type { RowCounts } from './field-texts.ts';

type DataProps = {
  readonly form: EditorForm;
  readonly counts: RowCounts['data'];
  /** Of the draft, whose charts are shown. */
  readonly draft: { readonly id: number; readonly revision: number };
};

const measures = [
  ['volume', 'Quantity'],
  ['value', 'Money'],
  ['price', 'Price'],
  ['index', 'Index'],
  ['share', 'Share, %'],
  ['rate', 'Rate (per person and the like)'],
] as const;

/** Series and rankings with their sources: what charts, tables and the workbook are made of. */
export function DataFields(props: DataProps) {
  const { form, counts } = props;
  const error = form.rejected?.errors['data']?.[0];
  return (
    <AdminSection title="Series and rankings" id="part-data">
      <FieldBox path="data">
        <div id="field-data" tabIndex={-1}>
          <p className="hint">
            Charts, tables and the workbook are made from them. The cover shows the first series.
          </p>
          {error && <p className="error">{error}</p>}
          <input type="hidden" {...control(form, 'data.key')} />
          <datalist id="report-sources">
            {Array.from({ length: counts.sources }, (_, index) => (
              <option key={index} value={form.texts[`data.sources.${index}.name`]} />
            ))}
          </datalist>
          <Blocks {...props} kind="sources" title="Sources" count={counts.sources} />
          <Blocks {...props} kind="series" title="Series" count={counts.series} />
          <Blocks {...props} kind="rankings" title="Rankings" count={counts.rankings} />
        </div>
      </FieldBox>
    </AdminSection>
  );
}

const nouns = { sources: 'source', series: 'series', rankings: 'ranking' } as const;
type BlockKind = keyof typeof nouns;

function control(form: EditorForm, name: string) {
  const { defaultValue } = fieldProps(name, form.texts[name], form.rejected);
  return { name, defaultValue };
}

type BlocksProps = DataProps & { readonly kind: BlockKind; readonly count: number };

const Blocks = (props: BlocksProps & { readonly title: string }) => (
  <div data-rows={`data.${props.kind}`} className="edit-blocks">
    <h3>{props.title}</h3>
    {Array.from({ length: props.count }, (_, index) => (
      <Block key={index} {...props} index={index} />
    ))}
    <button type="button" className="admin-button with-script" data-add-row>
      Add a {nouns[props.kind]}
    </button>
  </div>
);

type BlockProps = BlocksProps & { readonly index: number };

/** Closed, so that forty series are a list; a blank one says what it is for. */
function Block(props: BlockProps) {
  const { form, kind, index } = props;
  const path = `data.${kind}.${index}`;
  const [label, unit] = [kind === 'sources' ? 'name' : 'label', 'unit'].map(
    (name) => control(form, `${path}.${name}`).defaultValue ?? '',
  );
  return (
    <details className="edit-block" data-row={index}>
      <summary>
        <span data-block-title data-blank={`New ${nouns[kind]}`}>
          {label || `New ${nouns[kind]}`}
        </span>
        {unit && <span className="admin-by"> {unit}</span>}
      </summary>
      {kind === 'sources' ? (
        <SourceControls path={path} form={form} />
      ) : (
        <FigureControls {...props} path={path} />
      )}
      <div className="admin-buttons with-script">
        <button type="button" className="admin-button" data-row-up>
          Move up
        </button>
        <button type="button" className="admin-button" data-row-remove>
          Remove
        </button>
      </div>
    </details>
  );
}

type ControlProps = {
  readonly form: EditorForm;
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
};

const toProps = ({ form, path, name, label, hint }: ControlProps) => ({
  ...control(form, `${path}.${name}`),
  id: `field-${path}.${name}`,
  label,
  hint,
});

const Text = (props: ControlProps & { readonly list?: string; readonly isNumber?: boolean }) => (
  <TextField
    autoComplete="off"
    list={props.list}
    inputMode={props.isNumber ? 'numeric' : undefined}
    {...toProps(props)}
  />
);

const SourceControls = (row: Pick<ControlProps, 'form' | 'path'>) => (
  <div className="edit-columns">
    <Text {...row} name="name" label="Name" hint="Series refer to the source by this name." />
    <Text {...row} name="publisher" label="Publisher" />
    <Text {...row} name="licence" label="Licence" />
    <Text
      {...row}
      name="attribution"
      label="Below every chart"
      hint="The text that the licence requires."
    />
    <Text {...row} name="url" label="Web address" />
    <Text {...row} name="vintage" label="Date of the data" hint="“August 2026”" />
    <TextAreaField rows={2} {...toProps({ ...row, name: 'notes', label: 'Notes, one per line' })} />
    <input type="hidden" {...control(row.form, `${row.path}.id`)} />
  </div>
);

const FigureControls = (props: BlockProps & { readonly path: string }) => (
  <div className="edit-figure">
    <div className="edit-columns">
      <Text {...props} name="label" label="Name" hint="“World production”" />
      <SelectField
        {...toProps({ ...props, name: 'measure', label: 'Measure' })}
        options={measures}
        noneLabel="Choose…"
      />
      <Text {...props} name="unit" label="Unit" hint="“thousand tonnes”, “2017 = 100”" />
      {props.kind === 'series' ? (
        <Text {...props} name="place" label="Place" hint="“World”" />
      ) : (
        <Text {...props} name="year" label="Year" isNumber />
      )}
      <Text {...props} name="source" label="Source" list="report-sources" />
      {props.kind === 'series' ? <SeriesYears {...props} /> : <RankingFacts {...props} />}
      <Text {...props} name="note" label="Note" />
      <Text {...props} name="id" label="Key" hint="Made from the name. Charts refer to it." />
    </div>
    <div>
      <TextAreaField
        rows={8}
        spellCheck={false}
        {...toProps({ ...props, ...valueFields[props.kind === 'series' ? 'series' : 'rankings'] })}
      />
      <BlockChart {...props} />
    </div>
  </div>
);

const valueFields = {
  series: {
    name: 'points',
    label: 'Values',
    hint: 'One year and one value per line; you can paste two columns of a sheet.',
  },
  rankings: {
    name: 'rows',
    label: 'Rows',
    hint:
      'On each line a name, its value and, if known, the previous value; you can paste ' +
      'columns of a sheet.',
  },
} as const;

const SeriesYears = (props: Pick<ControlProps, 'form' | 'path'>) => (
  <>
    <Text {...props} name="estimatedFrom" label="Estimated from" isNumber />
    <Text {...props} name="projectedFrom" label="Projected from" isNumber />
  </>
);

const RankingFacts = (props: Pick<ControlProps, 'form' | 'path'>) => (
  <>
    <Text {...props} name="spanYears" label="Years between the values" isNumber />
    <Text {...props} name="total" label="Total" isNumber />
  </>
);

/** One transparent pixel: a picture must have an address. */
const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** The chart as the draft has it; script draws it again after a save. */
function BlockChart({ form, path, draft }: BlockProps & { readonly path: string }) {
  const key = control(form, `${path}.id`).defaultValue ?? '';
  return (
    <img
      className="edit-chart"
      alt=""
      width="350"
      height="210"
      loading="lazy"
      hidden={key === ''}
      data-chart-of={`${path}.id`}
      src={key === '' ? noPicture : reportPaths.chart(draft.id, key, draft.revision)}
    />
  );
}
