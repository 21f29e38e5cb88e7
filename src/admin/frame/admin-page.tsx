import type { ReactNode } from 'react';

/**
 * A page of the back office: its heading, which is also its title, the way back to the list that it
 * belongs to, a line of facts, and its actions at the right.
 */
export function AdminPage(props: {
  readonly title: string;
  /** The list that this page belongs to; with the query of the list if it is known. */
  readonly back?: { readonly label: string; readonly href: string };
  /** Badges and facts beside the heading. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, back, facts, actions, children } = props;
  return (
    <>
      <title>{`${title} | Back office`}</title>
      <header className="admin-head">
        <div>
          {back && (
            <p className="admin-back">
              <a href={back.href}>← {back.label}</a>
            </p>
          )}
          <h1>{title}</h1>
          {facts && <div className="admin-facts">{facts}</div>}
        </div>
        {actions && <div className="admin-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page with its heading under a rule. */
export const AdminSection = (props: {
  readonly title: string;
  readonly id?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className="admin-section" id={props.id}>
    <header>
      <h2>{props.title}</h2>
      {props.aside}
    </header>
    {props.children}
  </section>
);
