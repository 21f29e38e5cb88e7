/** Services outside, whose secrets are in the environment and are shown to nobody. */
export const serviceNames = ['payments', 'email', 'captcha'] as const;
export type ServiceName = (typeof serviceNames)[number];
