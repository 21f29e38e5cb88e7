import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { proofNeededHeader } from '#site/refusal-response.ts';

const proofPath = '/admin/prove';

/**
 * If a verb asks for a proof of identity, the answer leads to the page that takes one. A form is
 * posted on to it with everything that was typed (307), and from there back again.
 */
export function redirectToProof(request: Request, response: Response): Response {
  if (!response.headers.has(proofNeededHeader)) return response;
  const { pathname, search } = new URL(request.url);
  const location = `${proofPath}?${new URLSearchParams({ next: pathname + search })}`;
  const isPost = request.method === 'POST';
  return new Response(null, { status: isPost ? 307 : 303, headers: { location } });
}

type SplitForm = {
  readonly form: SubmittedForm | undefined;
  readonly proofFields: Readonly<Record<string, string>>;
};

/** A form without the fields with which identity was proved on the way: they are nobody else's. */
export function splitProof(form: SubmittedForm | undefined): SplitForm {
  if (!form) return { form, proofFields: {} };
  const entries = Object.entries(form.fields);
  const isProof = ([name]: [string, string]): boolean => name.startsWith('proof_');
  return {
    form: { ...form, fields: Object.fromEntries(entries.filter((entry) => !isProof(entry))) },
    proofFields: Object.fromEntries(entries.filter(isProof)),
  };
}
