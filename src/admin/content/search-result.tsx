/**
 * How a search engine would show a page. With script it follows the fields of its form that are
 * marked `data-result` (islands/enhancements/search-result.ts).
 */
export const SearchResult = (props: {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** The fields that it follows, where their names end otherwise. */
  readonly names?: { readonly title: string; readonly description: string };
}) => (
  <figure className="admin-search-result" data-search-result>
    <figcaption className="admin-by">In a search</figcaption>
    <p className="admin-by">{props.address}</p>
    <p data-shown={props.names?.title ?? 'title'}>
      <b>{props.title}</b>
    </p>
    <p data-shown={props.names?.description ?? 'description'}>{props.description}</p>
  </figure>
);
