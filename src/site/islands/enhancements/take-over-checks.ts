/**
 * The browser checks the fields of a plain form until the script is there. From then on the server
 * does, which names every field at fault at once and in the words of the page.
 */
export function takeOverChecks(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-server-checks]');
  for (const form of forms) form.noValidate = true;
}
