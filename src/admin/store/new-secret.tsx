import { ShownOnce } from '#admin/frame/shown-once.tsx';

/** A secret that is shown once, for the person who sets up the program that checks it. */
export const NewSecret = ({ secret }: { readonly secret: string }) => (
  <ShownOnce>
    The secret, which is shown this once: <code>{secret}</code>
  </ShownOnce>
);
