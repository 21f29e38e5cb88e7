type Shown = {
  readonly text: string;
  /** The names of the fields that it follows: the first that is not empty counts. */
  readonly fields: readonly string[];
  /** The text if all of them are empty. */
  readonly otherwise?: string;
};

/**
 * How a search engine would show a page. With script it follows the fields of its form
 * (islands/enhancements/text-lengths.ts).
 */
export const SearchResult = (props: {
  readonly address: string;
  readonly title: Shown;
  readonly description: Shown;
}) => (
  <figure className="admin-search-result">
    <figcaption className="admin-by">In a search</figcaption>
    <p className="admin-by">{props.address}</p>
    <p>
      <b {...toFollow(props.title)}>{props.title.text}</b>
    </p>
    <p {...toFollow(props.description)}>{props.description.text}</p>
  </figure>
);

const toFollow = ({ fields, otherwise = '' }: Shown) => ({
  'data-shows': fields.join(' '),
  'data-otherwise': otherwise,
});
