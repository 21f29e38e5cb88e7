/** A token of the captcha simulator, as a browser gets it for a solved challenge. Valid once. */
export async function createCaptchaToken(captchaUrl: string): Promise<string> {
  const response = await fetch(`${captchaUrl}/challenge`, { method: 'POST' });
  return ((await response.json()) as { token: string }).token;
}
