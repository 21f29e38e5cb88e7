import { AdminSection } from '#admin/frame/admin-page.tsx';

/** The saved email as mail programs show it, as HTML and as plain text. */
export const IssuePreview = ({
  email,
}: {
  readonly email: { readonly html: string; readonly text: string };
}) => (
  <AdminSection title="Preview" id="preview">
    <iframe className="admin-email" title="The email" sandbox="" srcDoc={email.html} />
    <details>
      <summary>As plain text</summary>
      <pre
        className="admin-plain-email"
        role="region"
        tabIndex={0}
        aria-label="The email as plain text"
      >
        {email.text}
      </pre>
    </details>
  </AdminSection>
);
