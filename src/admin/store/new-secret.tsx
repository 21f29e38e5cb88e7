/** A secret that is shown once, for the person who sets up the program that checks it. */
export const NewSecret = ({ secret }: { readonly secret: string }) => (
  <div role="status" className="admin-flash">
    <p>
      The secret, which is shown this once: <code>{secret}</code>
    </p>
  </div>
);
